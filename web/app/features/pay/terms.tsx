import { useState } from 'react';
import { askedPart } from '../../lib/asked-part.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { payFieldId } from './invoice.ts';

const TermsDialog = askedPart(() => import('./terms-dialog.tsx').then((module) => module.TermsDialog));

type Props = { accepted: boolean; onChange: (accepted: boolean) => void; error: string | undefined };

export function Terms({ accepted, onChange, error }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Checkbox
        id={payFieldId('terms')}
        label="我已閱讀並同意服務條款與退換貨說明"
        checked={accepted}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
        after={
          <button type="button" className="link ms-8 min-h-11" onClick={() => setOpen(true)}>
            查看服務條款重點
          </button>
        }
      />
      <TermsDialog
        open={open}
        onClose={() => setOpen(false)}
        onAgree={() => {
          onChange(true);
          setOpen(false);
        }}
      />
    </div>
  );
}
