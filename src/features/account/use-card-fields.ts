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
import { loadCardProvider } from './card-provider.ts';

export type CardPart = 'cardNumber' | 'cardExpiry' | 'cardCvc';
export type PartState = { isFocused: boolean; error: string | undefined };
type Tell = (part: CardPart, change: Partial<PartState>) => void;

type Parts = {
  cardNumber: StripeCardNumberElement;
  cardExpiry: StripeCardExpiryElement;
  cardCvc: StripeCardCvcElement;
};
type Mounted = { stripe: Stripe; elements: StripeElements; parts: Parts };

const QUIET: PartState = { isFocused: false, error: undefined };

/**
 * The provider's three fields, in frames of its own, so that a card number never touches this page. They
 * know nothing of our styles, so colours are given to them again whenever the theme changes.
 * @param onEscape the Escape key within a frame, which the dialog around it cannot hear
 */
export function useCardFields(onEscape: () => void) {
  const provider = useApp(({ config }) => config.stripe);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [parts, setParts] = useState({ cardNumber: QUIET, cardExpiry: QUIET, cardCvc: QUIET });
  const mounted = useRef<Mounted>(undefined);
  const stop = useRef<() => void>(undefined);
  const onLeave = useRef(onEscape);
  useEffect(() => {
    onLeave.current = onEscape;
  });
  const cardNumber = useRef<HTMLDivElement>(null);
  const cardExpiry = useRef<HTMLDivElement>(null);
  const cardCvc = useRef<HTMLDivElement>(null);

  const start = useCallback(() => {
    let isOver = false;
    const tell: Tell = (part, change) =>
      setParts((before) => ({ ...before, [part]: { ...before[part], ...change } }));
    loadCardProvider(provider).then(
      (stripe) => {
        if (isOver) return;
        const { current: number } = cardNumber;
        const { current: expiry } = cardExpiry;
        const { current: cvc } = cardCvc;
        if (stripe === null || !number || !expiry || !cvc) {
          setState('failed');
          return;
        }
        mounted.current = create(stripe, tell, () => onLeave.current());
        mounted.current.parts.cardNumber.mount(number);
        mounted.current.parts.cardExpiry.mount(expiry);
        mounted.current.parts.cardCvc.mount(cvc);
        setState('ready');
      },
      (error: unknown) => {
        console.warn('The card fields could not be loaded', error);
        if (!isOver) setState('failed');
      },
    );
    return () => {
      isOver = true;
      for (const part of Object.values(mounted.current?.parts ?? {})) part.destroy();
      mounted.current = undefined;
    };
  }, [provider]);

  useEffect(() => {
    stop.current = start();
    return () => stop.current?.();
  }, [start]);

  useEffect(() => {
    const observer = new MutationObserver(() => {
      for (const part of Object.values(mounted.current?.parts ?? {})) part.update({ style: fieldStyle() });
    });
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, []);

  return {
    state,
    parts,
    places: { cardNumber, cardExpiry, cardCvc },
    retry: () => {
      stop.current?.();
      setState('loading');
      stop.current = start();
    },
    /** The provider and its fields at this moment; undefined while they are not there. */
    current: () => mounted.current,
    focus: (part: CardPart) => mounted.current?.parts[part].focus(),
  };
}

function create(stripe: Stripe, tell: Tell, onEscape: () => void): Mounted {
  const elements = stripe.elements();
  const style = fieldStyle();
  const cardNumber = elements.create('cardNumber', { style, showIcon: true });
  cardNumber.on('change', ({ error }) => tell('cardNumber', { error: error?.message }));
  cardNumber.on('focus', () => tell('cardNumber', { isFocused: true }));
  cardNumber.on('blur', () => tell('cardNumber', { isFocused: false }));
  cardNumber.on('escape', onEscape);
  const cardExpiry = elements.create('cardExpiry', { style });
  cardExpiry.on('change', ({ error }) => tell('cardExpiry', { error: error?.message }));
  cardExpiry.on('focus', () => tell('cardExpiry', { isFocused: true }));
  cardExpiry.on('blur', () => tell('cardExpiry', { isFocused: false }));
  cardExpiry.on('escape', onEscape);
  const cardCvc = elements.create('cardCvc', { style });
  cardCvc.on('change', ({ error }) => tell('cardCvc', { error: error?.message }));
  cardCvc.on('focus', () => tell('cardCvc', { isFocused: true }));
  cardCvc.on('blur', () => tell('cardCvc', { isFocused: false }));
  cardCvc.on('escape', onEscape);
  return { stripe, elements, parts: { cardNumber, cardExpiry, cardCvc } };
}

/** Our colours and type in the words of the provider. */
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
