/**
 * A script in the shape of Stripe.js, as far as card fields need it. The page that loads it never sees a card:
 * each field is a frame of an opaque origin (it is sandboxed), the frames hand expiry and CVC to the number's
 * frame through a channel of their own, and only that frame talks to the sandbox's API.
 */
(() => {
  const HERE = new URL('.', document.currentScript.src);
  const TITLES = {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  };
  const CLASSES = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  };

  function createElement(type, options, group) {
    const listeners = new Map();
    let settings = { ...options };
    let port;
    let frame;
    let host;
    let state = { empty: true, complete: false, error: undefined };
    let hasFocus = false;
    const pending = new Map();

    const emit = (name, event) => {
      for (const entry of [...(listeners.get(name) ?? [])]) {
        if (entry.once) element.off(name, entry.handler);
        entry.handler(event);
      }
    };
    const tell = (message, transfer = []) => port?.postMessage(message, transfer);
    const paint = () => {
      if (host === undefined) return;
      const names = { ...CLASSES, ...settings.classes };
      const set = (name, isOn) => {
        for (const part of names[name].split(' ').filter(Boolean)) host.classList.toggle(part, isOn);
      };
      set('base', true);
      set('complete', state.complete);
      set('empty', state.empty);
      set('focus', hasFocus);
      set('invalid', state.error !== undefined);
    };

    const on = {
      ready({ height }) {
        frame.style.height = `${height}px`;
        emit('ready', { elementType: type });
      },
      resize({ height }) {
        frame.style.height = `${height}px`;
      },
      change({ event }) {
        state = event;
        paint();
        if (type === 'cardNumber') group.get('cardCvc')?._tell({ kind: 'brand', brand: event.brand });
        emit('change', { elementType: type, ...event });
      },
      focus() {
        hasFocus = true;
        paint();
        emit('focus', { elementType: type });
      },
      blur() {
        hasFocus = false;
        paint();
        emit('blur', { elementType: type });
      },
      escape: () => emit('escape', { elementType: type }),
      // Enter in a field submits the form around it, as in any other field.
      enter: () => host?.closest('form')?.requestSubmit(),
      result({ id, result }) {
        pending.get(id)?.(result);
        pending.delete(id);
      },
    };

    const element = {
      mount(target) {
        const found = typeof target === 'string' ? document.querySelector(target) : target;
        if (!(found instanceof HTMLElement)) {
          throw new Error(
            `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
          );
        }
        if (host !== undefined) element.unmount();
        host = found;
        host.replaceChildren();
        frame = document.createElement('iframe');
        frame.title = TITLES[type];
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.setAttribute('scrolling', 'no');
        frame.setAttribute('allowtransparency', 'true');
        Object.assign(frame.style, {
          display: 'block',
          width: '100%',
          height: '1.2em',
          border: '0',
          colorScheme: 'normal',
        });
        frame.addEventListener('load', connect);
        frame.src = new URL(`stripe/field?type=${type}`, HERE).href;
        host.append(frame);
        for (const label of host.id === ''
          ? []
          : document.querySelectorAll(`label[for="${CSS.escape(host.id)}"]`)) {
          label.addEventListener('click', element.focus);
        }
        paint();
      },
      unmount() {
        port?.close();
        frame?.remove();
        for (const name of Object.values({ ...CLASSES, ...settings.classes })) {
          host?.classList.remove(...name.split(' ').filter(Boolean));
        }
        state = { empty: true, complete: false, error: undefined };
        hasFocus = false;
        port = frame = host = undefined;
      },
      destroy() {
        element.unmount();
        group.delete(type);
      },
      update(changes) {
        settings = { ...settings, ...changes };
        tell({ kind: 'options', options: frameOptions(settings) });
        paint();
      },
      focus: () => tell({ kind: 'focus' }),
      blur: () => tell({ kind: 'blur' }),
      clear: () => tell({ kind: 'clear' }),
      on(name, handler) {
        listeners.set(name, [...(listeners.get(name) ?? []), { handler, once: false }]);
        return element;
      },
      once(name, handler) {
        listeners.set(name, [...(listeners.get(name) ?? []), { handler, once: true }]);
        return element;
      },
      off(name, handler) {
        const left = (listeners.get(name) ?? []).filter(
          (entry) => handler !== undefined && entry.handler !== handler,
        );
        listeners.set(name, left);
        return element;
      },
      _type: type,
      _group: group,
      _tell: tell,
      _isMounted: () => port !== undefined,
      _ask: (message, transfer) =>
        new Promise((resolve) => {
          const id = crypto.randomUUID?.() ?? String(Math.random());
          pending.set(id, resolve);
          tell({ ...message, id }, transfer);
        }),
    };

    function connect() {
      const channel = new MessageChannel();
      port = channel.port1;
      port.onmessage = ({ data }) => on[data.kind]?.(data);
      frame.contentWindow.postMessage(
        { kind: 'connect', options: frameOptions(settings) },
        // A sandboxed frame has an origin that no name matches.
        '*',
        [channel.port2],
      );
    }
    return element;
  }

  /** Only what can be cloned: no functions, no elements. */
  function frameOptions({ style = {}, placeholder, disabled = false }) {
    return JSON.parse(JSON.stringify({ style, placeholder, disabled }));
  }

  function createElements() {
    const group = new Map();
    return {
      create(type, options = {}) {
        if (TITLES[type] === undefined)
          throw new Error(`This sandbox has no "${type}" element, only ${Object.keys(TITLES).join(', ')}.`);
        if (group.has(type))
          throw new Error(`Can only create one Element of type ${type} through an instance of elements().`);
        const element = createElement(type, options, group);
        group.set(type, element);
        return element;
      },
      getElement: (type) => group.get(typeof type === 'string' ? type : '') ?? null,
      update() {},
      fetchUpdates: async () => ({}),
    };
  }

  async function createPaymentMethod(
    key,
    { type = 'card', card, billing_details = {}, allow_redisplay } = {},
  ) {
    const number = card?._group?.get('cardNumber');
    const expiry = card?._group?.get('cardExpiry');
    const cvc = card?._group?.get('cardCvc');
    if (type !== 'card' || ![number, expiry, cvc].every((element) => element?._isMounted())) {
      throw new Error('createPaymentMethod needs type "card" and mounted card elements.');
    }
    // The other ends of the channels go to the number's frame. From then on this page cannot read the messages.
    const toExpiry = new MessageChannel();
    const toCvc = new MessageChannel();
    expiry._tell({ kind: 'answer' }, [toExpiry.port1]);
    cvc._tell({ kind: 'answer' }, [toCvc.port1]);
    const { name, email, phone, address } = billing_details;
    const details = {
      'billing_details[name]': name,
      'billing_details[email]': email,
      'billing_details[phone]': phone,
      'billing_details[address][country]': address?.country,
      'billing_details[address][postal_code]': address?.postal_code,
      allow_redisplay,
    };
    return number._ask({ kind: 'tokenise', key, details }, [toExpiry.port2, toCvc.port2]);
  }

  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
  };

  /** Calls the API with the publishable key and the secret of one intent. */
  async function callApi(method, path, key, fields) {
    const url = new URL(`stripe/v1/${path}`, HERE);
    const form = new URLSearchParams({ key, ...fields });
    if (method === 'GET') url.search = form;
    try {
      const response = await fetch(url, {
        method,
        credentials: 'omit',
        ...(method === 'POST' ? { body: form } : {}),
      });
      const body = await response.json();
      return response.ok ? { object: body } : { error: body.error };
    } catch {
      return { error: CONNECTION_ERROR };
    }
  }

  function pathOfSecret(clientSecret) {
    const [id] = clientSecret.split('_secret_');
    return `${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
  }

  const retrieveIntent = (key, clientSecret) =>
    callApi('GET', pathOfSecret(clientSecret), key, { client_secret: clientSecret });

  /** Shows the page of the bank in a dialog until the customer has answered or closed it. */
  function askBank(clientSecret) {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', '3-D Secure');
      Object.assign(dialog.style, {
        width: 'min(30rem, 100vw)',
        padding: '0',
        border: '0',
        borderRadius: '12px',
      });
      const frame = document.createElement('iframe');
      frame.title = '3-D Secure challenge frame';
      frame.setAttribute('sandbox', 'allow-scripts allow-forms');
      Object.assign(frame.style, {
        display: 'block',
        width: '100%',
        height: '24rem',
        border: '0',
        background: '#fff',
      });
      frame.src = new URL(`stripe/authenticate/${clientSecret}`, HERE).href;
      const onMessage = ({ source, data }) => {
        if (source === frame.contentWindow && data?.kind === 'sandbox-authenticated') close();
      };
      const close = () => {
        window.removeEventListener('message', onMessage);
        dialog.remove();
        resolve();
      };
      window.addEventListener('message', onMessage);
      dialog.addEventListener('cancel', close);
      dialog.append(frame);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  /** Carries out the next action of an intent, if it has one, and returns the intent in the format of Stripe.js. */
  async function finishIntent(key, intent) {
    let current = intent;
    if (intent.status === 'requires_action') {
      await askBank(intent.client_secret);
      const { object, error } = await retrieveIntent(key, intent.client_secret);
      if (error !== undefined) return { error };
      current = object;
    }
    const failure = current.last_payment_error ?? current.last_setup_error;
    if (current.status === 'requires_payment_method' && failure) return { error: failure };
    if (current.status === 'requires_action') {
      return {
        error: {
          type: 'invalid_request_error',
          code: `${current.object}_authentication_failure`,
          message: 'The authentication was not completed. You have not been charged.',
        },
      };
    }
    return current.object === 'setup_intent' ? { setupIntent: current } : { paymentIntent: current };
  }

  async function confirmCardSetup(key, clientSecret, { payment_method: method } = {}) {
    let id = method;
    if (typeof method !== 'string') {
      const created = await createPaymentMethod(key, { type: 'card', ...method });
      if (created.error) return { error: created.error };
      id = created.paymentMethod.id;
    }
    const { object, error } = await callApi('POST', `${pathOfSecret(clientSecret)}/confirm`, key, {
      client_secret: clientSecret,
      payment_method: id,
      use_stripe_sdk: 'true',
    });
    return error === undefined ? finishIntent(key, object) : { error };
  }

  async function handleNextAction(key, { clientSecret }) {
    const { object, error } = await retrieveIntent(key, clientSecret);
    if (error !== undefined) return { error };
    if (object.status !== 'requires_action') {
      throw new Error(
        `handleNextAction needs an intent with the status requires_action, not ${object.status}.`,
      );
    }
    return finishIntent(key, object);
  }

  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new Error(
        'Please call Stripe() with your publishable key. You used an empty string or another value.',
      );
    }
    if (key.startsWith('pk_live_')) {
      throw new Error('This is a test sandbox: it rejects live keys.');
    }
    return {
      elements: createElements,
      createPaymentMethod: (data) => createPaymentMethod(key, data),
      confirmCardSetup: (clientSecret, data) => confirmCardSetup(key, clientSecret, data),
      handleNextAction: (options) => handleNextAction(key, options),
      retrieveSetupIntent: async (clientSecret) => {
        const { object, error } = await retrieveIntent(key, clientSecret);
        return error === undefined ? { setupIntent: object } : { error };
      },
      retrievePaymentIntent: async (clientSecret) => {
        const { object, error } = await retrieveIntent(key, clientSecret);
        return error === undefined ? { paymentIntent: object } : { error };
      },
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
