// Simulates the card processor's browser SDK (providers §2.2), with the same global, functions and results.
// Each field is an iframe of this origin, so the shop's page cannot read the card number.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const FIELDS = { number: 'number', expirationDate: 'expiry', ccv: 'ccv' };
  const TITLES = { number: '信用卡卡號', expiry: '信用卡有效期限', ccv: '信用卡安全碼' };
  const app = { id: undefined, key: undefined };
  const waiting = new Map();
  let fields = {};
  let cardType = 'unknown';
  let listener;
  let asked = 0;

  const status = () => {
    const states = { number: 1, expiry: 1, ccv: 1 };
    for (const [kind, field] of Object.entries(fields)) states[kind] = field.state;
    return {
      canGetPrime: Object.values(states).every((state) => state === 0),
      hasError: Object.values(states).some((state) => state === 2),
      cardType,
      status: states,
    };
  };

  function mount(kind, options, setup) {
    const container = typeof options.element === 'string' ? document.querySelector(options.element) : options.element;
    if (!container) throw new Error(`TPDirect: no element for ${kind}`);
    const frame = document.createElement('iframe');
    frame.title = TITLES[kind];
    frame.style.cssText = 'display:block;width:100%;height:100%;min-height:24px;border:0;background:transparent';
    frame.src = `${origin}/sdk/field?kind=${kind}`;
    container.replaceChildren(frame);
    fields[kind] = { container, frame, state: 1, setup: { placeholder: options.placeholder ?? '', ...setup } };
  }

  const tell = (kind, message) => fields[kind]?.frame.contentWindow?.postMessage({ tappay: true, ...message }, origin);

  window.addEventListener('message', (event) => {
    const message = event.data;
    if (event.origin !== origin || !message?.tappay) return;
    const field = fields[message.kind];
    if (!field || field.frame.contentWindow !== event.source) return;
    if (message.is === 'ready') tell(message.kind, { is: 'setup', ...field.setup });
    if (message.is === 'focus') field.container.classList.add('tappay-field-focus');
    if (message.is === 'blur') field.container.classList.remove('tappay-field-focus');
    if (message.is === 'change') {
      field.state = message.state;
      if (message.kind === 'number') {
        cardType = message.cardType;
        tell('ccv', { is: 'card', cardType });
      }
      listener?.(status());
    }
    if (message.is === 'prime') {
      waiting.get(message.id)?.(message.result);
      waiting.delete(message.id);
    }
  });

  window.TPDirect = {
    setupSDK(appId, appKey, environment) {
      if (environment !== 'sandbox' && environment !== 'production') throw new Error('TPDirect: sandbox or production');
      app.id = appId;
      app.key = appKey;
    },
    redirect(url) {
      window.location.assign(url);
    },
    card: {
      setup(config) {
        fields = {};
        cardType = 'unknown';
        const mask = config.isMaskCreditCardNumber ? (config.maskCreditCardNumberRange ?? { beginIndex: 6, endIndex: 11 }) : undefined;
        for (const [name, options] of Object.entries(config.fields)) {
          if (FIELDS[name]) mount(FIELDS[name], options, { styles: config.styles ?? {}, mask });
        }
      },
      onUpdate(callback) {
        listener = callback;
      },
      getTappayFieldsStatus: status,
      getPrime(callback) {
        if (!status().canGetPrime) return callback({ status: 41, msg: 'Wrong card format' });
        const id = ++asked;
        waiting.set(id, callback);
        setTimeout(() => waiting.delete(id) && callback({ status: 421, msg: 'Gateway Timeout' }), 20_000);
        tell('number', { is: 'prime', id, appId: app.id, appKey: app.key });
      },
    },
  };
})();
