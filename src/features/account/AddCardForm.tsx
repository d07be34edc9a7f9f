import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { cleanText } from '../../contract/clean-text.ts';
import { NAME_MAX_LENGTH } from '../../contract/constants.ts';
import { NewEmail, requiredText } from '../../contract/text.ts';
import { countryOptions, DEFAULT_COUNTRY } from '../../domain/countries.ts';
import { schemaErrors } from '../../domain/schema-errors.ts';
import { formDrafts, useFormDraft } from '../../stores/form-drafts.ts';
import { useIsLoading, whileLoading } from '../../stores/loaders.ts';
import { useUser } from '../../stores/user.ts';
import type { DialogFormProps } from '../../ui/FormDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextButton } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { CARD_ERROR_TITLE, saveCard, verifyCard } from '../../use-cases/payments/saved-cards.ts';
import classes from './AddCardForm.module.css';
import { type CardFieldProps, useCardFields } from './use-card-fields.ts';

const LOADER = 'addCard';

const Cardholder = v.object({
  name: requiredText(NAME_MAX_LENGTH, 'Cardholder name is required'),
  email: NewEmail,
  country: requiredText(2, 'Country is required'),
});
type Cardholder = v.InferOutput<typeof Cardholder>;

/** Saves a card. The card number goes from the provider's fields directly to the provider and never to this page. */
export function AddCardForm({ onDirtyChange, onClose, onLeave }: DialogFormProps) {
  const user = useUser((state) => state.user);
  const isBusy = useIsLoading(LOADER);
  const [cardError, setCardError] = useState<string>();
  /** The card in the fields: how it is verified, and its id since then. A change of a field begins another card. */
  const currentCard = useRef<{ secret?: string; id?: string }>({});
  const forgetCard = () => {
    currentCard.current = {};
  };
  const cardFields = useCardFields(onLeave, forgetCard);
  const formRef = useRef<HTMLFormElement>(null);
  // The message makes the form higher than the screen of a phone.
  useEffect(() => {
    if (cardError !== undefined) formRef.current?.scrollIntoView({ block: 'end' });
  }, [cardError]);
  const countries = useMemo(countryOptions, []);
  const { form, handleSubmit, errorStatus } = useTouchedForm<Cardholder>(
    { name: user?.name ?? '', email: user?.email ?? '', country: DEFAULT_COUNTRY },
    (values) => schemaErrors(Cardholder, values),
    { isBusy, typedValues: formDrafts().card },
  );
  useFormDraft('card', form.isDirty() ? form.values : undefined);
  const isDirty = form.isDirty() || cardFields.isTyped;
  // As in AddressForm.tsx, Escape may follow a key press immediately.
  useLayoutEffect(() => void onDirtyChange(isDirty), [isDirty, onDirtyChange]);

  async function save({ name, email, country }: Cardholder) {
    setCardError(undefined);
    const saved = await whileLoading(LOADER, async () => {
      const details = {
        name: cleanText(name),
        email: cleanText(email),
        phone: user?.phoneNumber ?? undefined,
        country,
      };
      const card = currentCard.current;
      // Each verification saves a card of its own at the provider, so another attempt does not repeat it.
      if (card.id === undefined) {
        const token = await verifyCard(cardFields.current(), details, card);
        if (!token.ok) return token;
        card.id = token.paymentMethodId;
      }
      const result = await saveCard(card.id);
      if (!result.ok && !result.mayBeSaved) forgetCard();
      return result;
    });
    if (saved.ok) {
      onClose();
    } else if (saved.message !== undefined) {
      setCardError(saved.message);
    }
  }

  return (
    <form
      ref={formRef}
      className="stack gap-4"
      onChange={forgetCard}
      onSubmit={handleSubmit(save)}
      noValidate
    >
      {errorStatus}
      <TextInput
        label="Cardholder Name"
        autoComplete="cc-name"
        required
        // The dialog cannot focus a field whose code loads later.
        autoFocus
        {...form.getInputProps('name')}
      />
      <TextInput label="Email" type="email" autoComplete="email" required {...form.getInputProps('email')} />
      {cardFields.hasFailed && (
        <Notice
          tone="error"
          role="alert"
          action={<TextButton onClick={cardFields.retry}>Try again</TextButton>}
        >
          The card fields could not be loaded.
        </Notice>
      )}
      <CardField label="Card Number" {...cardFields.fieldProps('cardNumber')} />
      <div className={classes.pair}>
        <CardField label="Expiry" {...cardFields.fieldProps('cardExpiry')} />
        <CardField label="CVC" {...cardFields.fieldProps('cardCvc')} />
      </div>
      <NativeSelect
        label="Country"
        autoComplete="billing country"
        data={countries}
        rightSection={<Icon name="down" size={18} />}
        // A browser ignores that a list of options is read-only.
        disabled={isBusy}
        {...form.getInputProps('country')}
      />
      {cardError !== undefined && (
        <Notice tone="error" role="alert" title={CARD_ERROR_TITLE}>
          {cardError}
        </Notice>
      )}
      <OnlineButton type="submit" fullWidth loading={isBusy} reason="Saving a card needs a connection.">
        Save Card
      </OnlineButton>
    </form>
  );
}

/** The container of one of the provider's fields, styled like our own fields. */
function CardField(props: CardFieldProps & { label: string }) {
  const { label, isLoading, isFocused, error, containerRef, onLabelClick } = props;
  const labelId = useId();
  const errorId = useId();
  return (
    <fieldset
      className="stack content-start gap-icon min-w-0"
      aria-labelledby={labelId}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <span id={labelId} className={`label ${classes.label}`} onPointerUp={onLabelClick}>
        {label}
      </span>
      <div
        ref={containerRef}
        className={`field-box min-w-0 ${classes.box}`}
        data-focused={isFocused || undefined}
        data-error={error !== undefined || undefined}
        data-loading={isLoading || undefined}
      />
      {error !== undefined && (
        <p id={errorId} role="alert" className="flex items-center gap-icon text-sm text-danger font-medium">
          <Icon name="warning" size={18} />
          {error}
        </p>
      )}
    </fieldset>
  );
}
