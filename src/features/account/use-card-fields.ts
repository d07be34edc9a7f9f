import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElementStyle,
  StripeElements,
} from '@stripe/stripe-js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApp } from '../../stores/app.ts';
import { loadCardProvider } from '../../use-cases/payments/card-provider.ts';

export type CardPart = 'cardNumber' | 'cardExpiry' | 'cardCvc';
export type PartState = { isFocused: boolean; error: string | undefined };
type UpdatePart = (part: CardPart, change: Partial<PartState>) => void;

type CardElements = {
  cardNumber: StripeCardNumberElement;
  cardExpiry: StripeCardExpiryElement;
  cardCvc: StripeCardCvcElement;
};
type MountedFields = { stripe: Stripe; elements: StripeElements; parts: CardElements };

const INITIAL_STATE: PartState = { isFocused: false, error: undefined };

/**
 * The provider's three card fields. They are in iframes of the provider, so that a card number never reaches this
 * page. They do not inherit our styles, so their colours are updated whenever the theme changes.
 * @param onEscape called for the Escape key in an iframe, which the dialog around it does not receive
 */
export function useCardFields(onEscape: () => void) {
  const provider = useApp(({ config }) => config.stripe);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [parts, setParts] = useState({
    cardNumber: INITIAL_STATE,
    cardExpiry: INITIAL_STATE,
    cardCvc: INITIAL_STATE,
  });
  const mountedFields = useRef<MountedFields>(undefined);
  const unmount = useRef<() => void>(undefined);
  const onEscapeRef = useRef(onEscape);
  useEffect(() => {
    onEscapeRef.current = onEscape;
  });
  const cardNumber = useRef<HTMLDivElement>(null);
  const cardExpiry = useRef<HTMLDivElement>(null);
  const cardCvc = useRef<HTMLDivElement>(null);

  const mount = useCallback(() => {
    let isUnmounted = false;
    const updatePart: UpdatePart = (part, change) =>
      setParts((before) => ({ ...before, [part]: { ...before[part], ...change } }));
    loadCardProvider(provider).then(
      (stripe) => {
        if (isUnmounted) return;
        const { current: number } = cardNumber;
        const { current: expiry } = cardExpiry;
        const { current: cvc } = cardCvc;
        if (stripe === null || !number || !expiry || !cvc) {
          setState('failed');
          return;
        }
        mountedFields.current = createElements(stripe, updatePart, () => onEscapeRef.current());
        mountedFields.current.parts.cardNumber.mount(number);
        mountedFields.current.parts.cardExpiry.mount(expiry);
        mountedFields.current.parts.cardCvc.mount(cvc);
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
    state,
    parts,
    containerRefs: { cardNumber, cardExpiry, cardCvc },
    retry: () => {
      unmount.current?.();
      setState('loading');
      unmount.current = mount();
    },
    /** The provider's client and its fields; undefined until they have loaded. */
    current: () => mountedFields.current,
    focus: (part: CardPart) => mountedFields.current?.parts[part].focus(),
  };
}

function createElements(stripe: Stripe, updatePart: UpdatePart, onEscape: () => void): MountedFields {
  const elements = stripe.elements();
  const style = fieldStyle();
  const cardNumber = elements.create('cardNumber', { style, showIcon: true });
  cardNumber.on('change', ({ error }) => updatePart('cardNumber', { error: error?.message }));
  cardNumber.on('focus', () => updatePart('cardNumber', { isFocused: true }));
  cardNumber.on('blur', () => updatePart('cardNumber', { isFocused: false }));
  cardNumber.on('escape', onEscape);
  const cardExpiry = elements.create('cardExpiry', { style });
  cardExpiry.on('change', ({ error }) => updatePart('cardExpiry', { error: error?.message }));
  cardExpiry.on('focus', () => updatePart('cardExpiry', { isFocused: true }));
  cardExpiry.on('blur', () => updatePart('cardExpiry', { isFocused: false }));
  cardExpiry.on('escape', onEscape);
  const cardCvc = elements.create('cardCvc', { style });
  cardCvc.on('change', ({ error }) => updatePart('cardCvc', { error: error?.message }));
  cardCvc.on('focus', () => updatePart('cardCvc', { isFocused: true }));
  cardCvc.on('blur', () => updatePart('cardCvc', { isFocused: false }));
  cardCvc.on('escape', onEscape);
  return { stripe, elements, parts: { cardNumber, cardExpiry, cardCvc } };
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
