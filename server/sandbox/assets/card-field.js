/** One card field: what runs inside a frame of stripe.js. */
(() => {
  const input = document.querySelector('input');
  const type = input.dataset.type;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const STYLE_PROPERTIES =
    'backgroundColor color fontFamily fontSize fontSmoothing fontStyle fontVariant fontWeight lineHeight letterSpacing textAlign padding textDecoration textShadow textTransform'.split(
      ' ',
    );
  const PSEUDO = [':hover', ':focus', '::placeholder', '::selection', ':disabled', ':-webkit-autofill'];

  let port;
  let options = { style: {} };
  /** Of the number, also in the CVC's frame: American Express has four digits there. */
  let brand = 'unknown';
  /** Whether "incomplete" may be shown yet: it is not shown during typing. */
  let isJudged = false;
  let last = '';
  let reported = '';

  const digits = () => input.value.replace(/\D/g, '');
  const fault = (code, message) => ({ type: 'validation_error', code, message });

  const FIELDS = {
    cardNumber: {
      format() {
        const value = digits().slice(0, maxNumber());
        return brand === 'amex'
          ? value.replace(/^(\d{4})(\d{1,6})?(\d{1,5})?$/, (_, ...parts) =>
              parts.slice(0, 3).filter(Boolean).join(' '),
            )
          : value.replace(/(\d{4})(?=\d)/g, '$1 ');
      },
      validate() {
        const value = digits();
        if (value.length < minNumber()) return fault('incomplete_number', 'Your card number is incomplete.');
        return passesLuhn(value) ? undefined : fault('invalid_number', 'Your card number is invalid.');
      },
    },
    cardExpiry: {
      format() {
        let value = digits().slice(0, 4);
        if (/^[2-9]/.test(value)) value = `0${value}`.slice(0, 4);
        if (value.length > 2) return `${value.slice(0, 2)} / ${value.slice(2)}`;
        // The slash is inserted automatically, but must not reappear while it is deleted.
        return value.length === 2 && last.length < 2 ? `${value} / ` : value;
      },
      validate() {
        const value = digits();
        if (value.length < 4) return fault('incomplete_expiry', "Your card's expiration date is incomplete.");
        const month = Number(value.slice(0, 2));
        const year = 2000 + Number(value.slice(2));
        const now = new Date();
        if (month < 1 || month > 12)
          return fault('invalid_expiry_month', "Your card's expiration date is invalid.");
        if (year < now.getFullYear())
          return fault('invalid_expiry_year_past', "Your card's expiration year is in the past.");
        if (year === now.getFullYear() && month < now.getMonth() + 1) {
          return fault('invalid_expiry_month_past', "Your card's expiration date is in the past.");
        }
        if (year > now.getFullYear() + 50)
          return fault('invalid_expiry_year', "Your card's expiration year is invalid.");
        return undefined;
      },
    },
    cardCvc: {
      format: () => digits().slice(0, brand === 'amex' ? 4 : 3),
      validate: () =>
        digits().length < 3 ? fault('incomplete_cvc', "Your card's security code is incomplete.") : undefined,
    },
  };
  const field = FIELDS[type];

  const onMessage = {
    options({ options: changed }) {
      options = changed;
      paint();
    },
    brand({ brand: changed }) {
      brand = changed ?? 'unknown';
      input.value = field.format();
    },
    focus: () => input.focus(),
    blur: () => input.blur(),
    clear() {
      input.value = '';
      isJudged = false;
      report();
    },
    /** The frame of the number reads this field through its own channel, which the page cannot access. */
    answer(_, [asker]) {
      isJudged = true;
      report();
      asker.postMessage({ value: digits(), error: field.validate() });
    },
    async tokenise({ id, key, details }, [toExpiry, toCvc]) {
      isJudged = true;
      report();
      const [expiry, cvc] = await Promise.all([answerOf(toExpiry), answerOf(toCvc)]);
      const error = field.validate() ?? expiry.error ?? cvc.error;
      const result = error === undefined ? await create(key, details, expiry.value, cvc.value) : { error };
      port.postMessage({ kind: 'result', id, result });
    },
  };

  async function create(key, details, expiry, cvc) {
    const form = new URLSearchParams({
      key,
      type: 'card',
      'card[number]': digits(),
      'card[exp_month]': expiry.slice(0, 2),
      'card[exp_year]': `20${expiry.slice(2)}`,
      'card[cvc]': cvc,
    });
    for (const [name, value] of Object.entries(details)) {
      if (typeof value === 'string' && value !== '') form.set(name, value);
    }
    try {
      const response = await fetch('v1/payment_methods', { method: 'POST', body: form, credentials: 'omit' });
      const body = await response.json();
      return response.ok ? { paymentMethod: body } : { error: body.error };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
        },
      };
    }
  }

  function answerOf(channel) {
    return new Promise((resolve) => {
      channel.onmessage = ({ data }) => {
        channel.close();
        resolve(data);
      };
    });
  }

  function currentError() {
    if (digits() === '' && !isJudged) return undefined;
    const error = field.validate();
    const isPatient = error?.code.startsWith('incomplete') && !isJudged;
    return isPatient ? undefined : error;
  }

  function report() {
    if (type === 'cardNumber') brand = brandOf(digits());
    const error = currentError();
    input.setAttribute('aria-invalid', String(error !== undefined));
    paint();
    const event = { empty: digits() === '', complete: field.validate() === undefined, error };
    // As in Stripe, leaving a field or confirming changes nothing by itself.
    const change = JSON.stringify([digits(), brand, event]);
    if (change === reported) return;
    reported = change;
    port?.postMessage({ kind: 'change', event: type === 'cardNumber' ? { ...event, brand } : event });
  }

  /** Each value is set as a property, so that no text of the page's can become a rule. */
  function paint() {
    input.placeholder = options.placeholder ?? input.dataset.placeholder;
    input.disabled = options.disabled === true;
    const error = currentError();
    const state =
      error !== undefined
        ? 'invalid'
        : digits() === ''
          ? 'empty'
          : field.validate() === undefined
            ? 'complete'
            : undefined;
    const variants = [options.style.base, state === undefined ? undefined : options.style[state]];
    sheet.replaceSync('');
    for (const variant of variants.filter(Boolean)) {
      addRule('input', variant);
      for (const pseudo of PSEUDO) addRule(`input${pseudo}`, variant[pseudo] ?? {});
    }
    port?.postMessage({ kind: 'resize', height: heightOf() });
  }

  function addRule(selector, values) {
    const { style } = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
    for (const name of STYLE_PROPERTIES) {
      if (values[name] !== undefined)
        style[name === 'fontSmoothing' ? 'webkitFontSmoothing' : name] = String(values[name]);
    }
  }

  function heightOf() {
    return Math.ceil(input.getBoundingClientRect().height);
  }

  function brandOf(number) {
    if (/^4/.test(number)) return 'visa';
    if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
    if (/^3[47]/.test(number)) return 'amex';
    if (/^(6011|65|64[4-9])/.test(number)) return 'discover';
    if (/^3[0689]/.test(number)) return 'diners';
    if (/^35/.test(number)) return 'jcb';
    if (/^62/.test(number)) return 'unionpay';
    return 'unknown';
  }
  function minNumber() {
    return brand === 'amex' ? 15 : brand === 'diners' ? 14 : 16;
  }
  function maxNumber() {
    return brand === 'amex' ? 15 : brand === 'unionpay' || brand === 'unknown' ? 19 : 16;
  }
  function passesLuhn(number) {
    const sum = [...number].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  input.addEventListener('input', () => {
    isJudged = false;
    const atEnd = input.selectionStart === input.value.length;
    if (type === 'cardNumber') brand = brandOf(digits());
    // During an edit in the middle, regrouping would move the caret to the end.
    if (atEnd || digits().length > 19) input.value = field.format();
    last = input.value;
    report();
  });
  input.addEventListener('focus', () => port?.postMessage({ kind: 'focus' }));
  input.addEventListener('blur', () => {
    isJudged = digits() !== '';
    input.value = field.format();
    report();
    port?.postMessage({ kind: 'blur' });
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') port?.postMessage({ kind: 'escape' });
    if (key === 'Enter') port?.postMessage({ kind: 'enter' });
  });
  window.addEventListener('message', ({ data, source, ports }) => {
    if (source !== window.parent || data?.kind !== 'connect' || port !== undefined) return;
    [port] = ports;
    options = data.options;
    port.onmessage = (event) => onMessage[event.data.kind]?.(event.data, event.ports);
    paint();
    port.postMessage({ kind: 'ready', height: heightOf() });
  });
})();
