import { Search } from 'lucide';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router-dom';
import { useHydrated } from '../../lib/browser.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { messages } from './messages.ts';

/**
 * A GET form: it works without script, and the result has a URL that can be bookmarked. `compact`: one row, above an
 * order.
 */
export function LookUpForm({ id, error, compact }: { id: string; error: string | undefined; compact: boolean }) {
  const [text, setText] = useState(id);
  /** The number of the page, and whether the visitor has typed since the last submit. */
  const [{ shown, isTyped }, setField] = useState({ shown: id, isTyped: false });
  if (shown !== id) {
    setField({ shown: id, isTyped });
    // An answer that comes late must not replace what the visitor types meanwhile.
    if (!isTyped) setText(id);
  }
  const hydrated = useHydrated();
  const { state, location } = useNavigation();
  const busy = state === 'loading' && location.pathname === '/search-order';
  return (
    <Form
      method="get"
      action="/search-order"
      role="search"
      onSubmit={() => setField({ shown, isTyped: false })}
      className={`grid gap-3 ${compact ? 'items-start min-[18rem]:grid-cols-[1fr_auto]' : 'wide:grid-cols-[1fr_auto] wide:items-start'}`}
    >
      <TextInput
        label="訂單編號"
        id="order-no"
        name="id"
        required
        {...(!compact && { hint: messages.hint })}
        placeholder={messages.placeholder}
        value={text}
        error={error}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setField({ shown, isTyped: true });
        }}
      />
      <Button
        type="submit"
        busy={busy}
        busyText="查詢中…"
        disabled={hydrated && text.trim() === ''}
        className={compact ? 'min-[18rem]:mt-7' : 'wide:mt-7'}
      >
        <Icon of={Search} size={18} />
        查詢
      </Button>
    </Form>
  );
}
