import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { headings } from '../checkout/messages.ts';
import { payFieldId } from './invoice.ts';

const TermsText = lazy(() => import('./terms-text.tsx').then((module) => ({ default: module.TermsText })));

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
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={headings.terms}
        actions={
          <Button
            onClick={() => {
              onChange(true);
              setOpen(false);
            }}
          >
            我同意
          </Button>
        }
      >
        {open && (
          <Suspense>
            <TermsText />
          </Suspense>
        )}
      </Dialog>
    </div>
  );
}
