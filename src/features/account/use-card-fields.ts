import type { Stripe, StripeElementStyle } from '@stripe/stripe-js';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from '../../stores/app.ts';
import { loadCardProvider } from '../../use-cases/payments/card-provider.ts';

const PARTS = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
type CardPart = (typeof PARTS)[number];
type PartState = { isFocused: boolean; isTyped: boolean; error: string | undefined };

type MountedFields = ReturnType<typeof createElements>;

/** The events of the provider's fields that we use; each field declares them with types of its own. */
type FieldEvents = {
  on(
    type: 'change',
    handler: (event: { empty: boolean; error: { message: string } | undefined }) => void,
  ): unknown;
  on(type: 'focus' | 'blur' | 'escape', handler: () => void): unknown;
};

const INITIAL_STATE: PartState = { isFocused: false, isTyped: false, error: undefined };

export type CardFieldProps = PartState & {
  isLoading: boolean;
  containerRef: (container: HTMLDivElement | null) => void;
  /** Focuses the field. It is in an iframe, so a `label` element cannot do it. */
  onLabelClick: () => void;
};

/**
 * The provider's three card fields. They are in iframes of the provider, so that a card number never reaches this
 * page. They do not inherit our styles, so their colours are updated whenever the theme changes.
 * @param onEscape called for the Escape key in an iframe, which the dialog around it does not receive
 * @param onChange called when the text of a field has changed
 */
export function useCardFields(onEscape: () => void, onChange: () => void) {
  const provider = useApp(({ config }) => config.stripe);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [parts, setParts] = useState({
    cardNumber: INITIAL_STATE,
    cardExpiry: INITIAL_STATE,
    cardCvc: INITIAL_STATE,
  });
  const containers = useRef(new Map<CardPart, HTMLDivElement>());
  const mountedFields = useRef<MountedFields>(undefined);
  const unmount = useRef<() => void>(undefined);

  const handleEscape = useEffectEvent(onEscape);
  const handleChange = useEffectEvent(onChange);

  const mount = useCallback(() => {
    let isUnmounted = false;
    const listen = (part: CardPart, element: FieldEvents) => {
      const update = (change: Partial<PartState>) =>
        setParts((before) => ({ ...before, [part]: { ...before[part], ...change } }));
      // The next event may be Escape, which must find what this one has changed.
      element.on('change', ({ empty, error }) => {
        handleChange();
        flushSync(() => update({ isTyped: !empty, error: error?.message }));
      });
      element.on('focus', () => update({ isFocused: true }));
      element.on('blur', () => update({ isFocused: false }));
      element.on('escape', () => handleEscape());
    };
    loadCardProvider(provider).then(
      (stripe) => {
        if (isUnmounted) return;
        if (stripe === null || containers.current.size < PARTS.length) {
          setState('failed');
          return;
        }
        mountedFields.current = createElements(stripe);
        for (const [part, container] of containers.current) {
          const element = mountedFields.current.parts[part];
          listen(part, element);
          element.mount(container);
        }
        setState('ready');
      },
      (error: unknown) => {
        console.warn('The card fields could not be loaded', error);
        if (!isUnmounted) setState('failed');
      },
    );
    return () => {
      isUnmounted = true;
      for (const part of Object.values(mountedFields.current?.parts ?? {})) part.destroy();
      mountedFields.current = undefined;
    };
  }, [provider]);

  useEffect(() => {
    unmount.current = mount();
    return () => unmount.current?.();
  }, [mount]);

  useEffect(() => {
    const observer = new MutationObserver(() => {
      for (const part of Object.values(mountedFields.current?.parts ?? {}))
        part.update({ style: fieldStyle() });
    });
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, []);

  return {
    hasFailed: state === 'failed',
    isTyped: Object.values(parts).some(({ isTyped }) => isTyped),
    retry: () => {
      unmount.current?.();
      setState('loading');
      unmount.current = mount();
    },
    /** The provider's client and its fields; undefined until they have loaded. */
    current: () => mountedFields.current,
    fieldProps: (part: CardPart): CardFieldProps => ({
      ...parts[part],
      isLoading: state === 'loading',
      containerRef: (container) => {
        if (container === null) containers.current.delete(part);
        else containers.current.set(part, container);
      },
      onLabelClick: () => mountedFields.current?.parts[part].focus(),
    }),
  };
}

function createElements(stripe: Stripe) {
  const elements = stripe.elements();
  const style = fieldStyle();
  const parts = {
    cardNumber: elements.create('cardNumber', { style, showIcon: true }),
    cardExpiry: elements.create('cardExpiry', { style }),
    cardCvc: elements.create('cardCvc', { style }),
  };
  return { stripe, elements, parts };
}

/** Our colours and fonts in the provider's format. */
function fieldStyle(): StripeElementStyle {
  const values = getComputedStyle(document.documentElement);
  const colour = (name: string) => values.getPropertyValue(`--send-${name}`).trim();
  return {
    base: {
      color: colour('ink'),
      fontFamily: values.getPropertyValue('--send-font').trim(),
      fontSize: '16px',
      iconColor: colour('ink-muted'),
      '::placeholder': { color: colour('ink-muted') },
    },
    invalid: { color: colour('danger-ink'), iconColor: colour('danger-ink') },
  };
}
