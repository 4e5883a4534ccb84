import { CONSENT_PURPOSES, type ConsentGiven, FULL_CONSENT, NO_CONSENT } from '@nordhaut/contracts/consent';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { BANNER, PURPOSE_TEXTS, SAVED, SIGNAL } from './messages.ts';

type Answer = { decided: boolean; signal: boolean; given: ConsentGiven };
const Read = withFields<Answer>('decided', 'signal', 'given');

/** A box for each purpose. Without script it is a form, and the page comes back with a confirmation. */
export function ConsentSettings({ saved }: { saved: boolean }) {
  const [given, setGiven] = useState<ConsentGiven>(NO_CONSENT);
  const [signal, setSignal] = useState(false);
  const [busy, setBusy] = useState(false);
  const isTicked = useRef(false);

  function take(answer: Answer): void {
    setGiven(answer.given);
    setSignal(answer.signal);
  }
  useEffect(() => {
    // An answer that comes late must not replace what the visitor ticks meanwhile.
    void call(Read, '/api/consent').then((result) => result.ok && !isTicked.current && take(result.data));
  }, []);

  async function save(wanted: ConsentGiven): Promise<void> {
    setBusy(true);
    const result = await call(Read, '/api/consent', { method: 'PUT', body: wanted });
    setBusy(false);
    if (!result.ok) return toast(result.message, 'error');
    take(result.data);
    document.documentElement.setAttribute('data-consent', '');
    dispatchEvent(new Event('consent'));
    toast(SAVED, 'ok');
  }

  const answer = (choice: 'all' | 'none' | 'some', label: string, wanted: ConsentGiven) => (
    <Button
      look="line"
      className="max-desk:flex-1 max-desk:px-2!"
      type="submit"
      name="choice"
      value={choice}
      busy={busy}
      onClick={(event) => {
        event.preventDefault();
        void save(wanted);
      }}
    >
      {label}
    </Button>
  );
  return (
    <form method="post" action="/api/consent" className="mt-8">
      {saved && (
        <p role="status" className="mb-6 rounded-2 bg-brand-soft px-4 py-3">
          {SAVED}
        </p>
      )}
      {signal && <p className="mb-6 rounded-2 bg-amber-soft px-4 py-3 text-amber">{SIGNAL}</p>}
      <ul className="border-t border-line">
        {CONSENT_PURPOSES.map((purpose) => (
          <li key={purpose} className="border-b border-line py-4">
            <Checkbox
              name={purpose}
              value="on"
              checked={given[purpose]}
              disabled={signal}
              onChange={({ currentTarget }) => {
                isTicked.current = true;
                setGiven({ ...given, [purpose]: currentTarget.checked });
              }}
              label={<strong>{PURPOSE_TEXTS[purpose].title}</strong>}
              aria-describedby={`about-${purpose}`}
            />
            <p id={`about-${purpose}`} className="measure text-ink-2">
              {PURPOSE_TEXTS[purpose].text}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-6 flex flex-wrap gap-2 desk:gap-3">
        {answer('none', BANNER.refuse, NO_CONSENT)}
        {answer('some', '儲存勾選', given)}
        {answer('all', BANNER.agree, FULL_CONSENT)}
      </p>
    </form>
  );
}
