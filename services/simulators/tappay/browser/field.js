// One card field. The three fields of a form can read each other, because they have the same origin. The shop's page
// receives only whether a field is complete.
(() => {
  const kind = new URLSearchParams(location.search).get('kind');
  const input = document.querySelector('input');
  const TEXTS = {
    number: { label: '信用卡卡號', autocomplete: 'cc-number', longest: 23 },
    expiry: { label: '有效期限（月／年）', autocomplete: 'cc-exp', longest: 7 },
    ccv: { label: '安全碼', autocomplete: 'cc-csc', longest: 4 },
  };
  const PATTERNS = { visa: /^4/, mastercard: /^(5[1-5]|2[2-7])/, jcb: /^35/, amex: /^3[47]/, unionpay: /^62/ };
  const EMPTY = 1,
    ERROR = 2,
    TYPING = 3,
    VALID = 0;
  let digits = '';
  let mask;
  let cardType = 'unknown';

  const tell = (message) => parent.postMessage({ tappay: true, kind, ...message }, '*');
  const brand = () => Object.keys(PATTERNS).find((name) => PATTERNS[name].test(digits)) ?? 'unknown';
  const fullLength = () => (brand() === 'amex' ? 15 : 16);

  function luhn() {
    let sum = 0;
    [...digits].reverse().forEach((c, i) => {
      const d = Number(c) * (i % 2 ? 2 : 1);
      sum += d > 9 ? d - 9 : d;
    });
    return sum % 10 === 0;
  }

  const judge = {
    number: () => (digits.length < fullLength() ? TYPING : luhn() && brand() !== 'unknown' ? VALID : ERROR),
    expiry() {
      if (digits.length < 4) return Number(digits.slice(0, 2)) > 12 ? ERROR : TYPING;
      const month = Number(digits.slice(0, 2));
      const now = new Date();
      const past =
        2000 + Number(digits.slice(2)) < now.getFullYear() ||
        (2000 + Number(digits.slice(2)) === now.getFullYear() && month < now.getMonth() + 1);
      return month < 1 || month > 12 || past ? ERROR : VALID;
    },
    ccv: () => (digits.length < (cardType === 'amex' ? 4 : 3) ? TYPING : VALID),
  };

  const shown = (hidden) => {
    if (kind === 'expiry') return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
    if (kind === 'ccv') return digits;
    const text = hidden && mask ? [...digits].map((c, i) => (i >= mask.beginIndex && i <= mask.endIndex ? '*' : c)).join('') : digits;
    return (
      brand() === 'amex'
        ? text
            .match(/^(.{0,4})(.{0,6})(.{0,5})/)
            .slice(1)
            .filter(Boolean)
        : (text.match(/.{1,4}/g) ?? [])
    ).join(' ');
  };

  function state(finished) {
    if (digits === '') return EMPTY;
    const now = judge[kind]();
    return finished && now === TYPING ? ERROR : now;
  }
  function update(finished) {
    const now = state(finished);
    input.className = `${kind} ${now === VALID ? 'valid' : now === ERROR ? 'invalid' : ''}`;
    input.setAttribute('aria-invalid', String(now === ERROR));
    tell({ is: 'change', state: now, cardType: kind === 'number' ? brand() : undefined });
  }

  input.setAttribute('aria-label', TEXTS[kind].label);
  input.autocomplete = TEXTS[kind].autocomplete;
  input.maxLength = TEXTS[kind].longest;
  input.name = kind;
  input.addEventListener('input', () => {
    const longest = kind === 'number' ? 19 : 4;
    digits = input.value.replace(/\D/g, '').slice(0, longest);
    if (kind === 'number' && brand() !== 'unknown') digits = digits.slice(0, fullLength());
    const text = shown(false);
    // Rewriting the value during an edit in its middle would move the caret to the end.
    if (input.selectionStart === input.value.length || input.value.length > text.length + 1) input.value = text;
    update(false);
  });
  input.addEventListener('focus', () => {
    const text = shown(false);
    if (input.value !== text) {
      // Unmasking loses the selection. After a keyboard focus the user can retype the number; a click sets its own caret.
      input.value = text;
      input.select();
    }
    tell({ is: 'focus' });
  });
  input.addEventListener('blur', () => {
    input.value = shown(true);
    update(true);
    tell({ is: 'blur' });
  });

  const kebab = (name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
  const selector = (key) => (key.startsWith('input') ? key : `input${key}`);
  const rules = (styles) =>
    Object.entries(styles)
      .map(([key, body]) =>
        key.startsWith('@')
          ? `${key}{${rules(body)}}`
          : `${selector(key)}{${Object.entries(body)
              .map(([p, v]) => `${kebab(p)}:${v};`)
              .join('')}}`,
      )
      .join('\n');

  // The number field reads the values of all three fields and requests the prime.
  window.cardField = { kind, read: () => digits };
  const siblings = () => {
    const found = {};
    for (let i = 0; i < parent.length; i++) {
      try {
        const field = parent[i].cardField;
        if (field) found[field.kind] = field.read();
      } catch {
        // a frame of another origin
      }
    }
    return found;
  };

  async function prime(message) {
    let result = { status: -3, msg: 'Failed to get prime' };
    try {
      const body = JSON.stringify({ ...siblings(), appId: message.appId, appKey: message.appKey });
      result = await (await fetch('/sdk/prime', { method: 'POST', body })).json();
    } catch {
      // `result` is the failure
    }
    tell({ is: 'prime', id: message.id, result });
  }

  window.addEventListener('message', (event) => {
    const message = event.data;
    if (event.source !== parent || !message?.tappay) return;
    if (message.is === 'setup') {
      input.placeholder = message.placeholder;
      mask = message.mask;
      document.querySelector('#shop-styles').textContent = rules(message.styles ?? {});
    }
    if (message.is === 'card') {
      cardType = message.cardType;
      if (digits) update(false);
    }
    if (message.is === 'prime') void prime(message);
  });
  tell({ is: 'ready' });
  // Somebody may have typed before this script came.
  if (input.value !== '') input.dispatchEvent(new Event('input'));
})();
