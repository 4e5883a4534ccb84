import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useNavigationType, useRouteError } from 'react-router-dom';
import { useHydrated } from '../../lib/browser.ts';
import { cameFrom } from '../../lib/came-from.ts';
import { PRODUCT_MISSING } from '../../lib/product-missing.ts';
import { useShop } from '../../lib/shop.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Picture } from '../../ui/picture.tsx';
import { headings, LEAVE_TO_HOME, NO_NINTH, NOT_FOUND, PRODUCT_GONE } from './messages.ts';

/**
 * Who comes from a page of the shop to a product that is not launched returns there (spec/1-catalogue-and-content §2). A
 * navigation of the app goes back in the history, which keeps the reading position.
 */
function useReturnFromProduct(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const error = useRouteError();
  const isProduct = isRouteErrorResponse(error) && error.data === PRODUCT_MISSING;
  useEffect(() => {
    const from = isProduct ? cameFrom(pathname) : undefined;
    if (from === undefined || from === pathname) return;
    toast(PRODUCT_GONE, 'error');
    void (type === 'PUSH' ? navigate(-1) : navigate(from, { replace: true }));
  }, [isProduct, pathname, type, navigate]);
}

/**
 * The page of a 404 response: eight products and an empty place for a ninth. A dialog confirms the link to the home page
 * (spec/1-catalogue-and-content §2); without script it is a plain link.
 */
export function NotFoundPage() {
  const [leaving, setLeaving] = useState(false);
  const hydrated = useHydrated();
  const { brand } = useShop();
  useReturnFromProduct();
  return (
    <div className="page grid items-center gap-8 py-8 desk:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] desk:gap-12 desk:py-16">
      <title>{`找不到這個頁面｜${brand}`}</title>
      <meta name="robots" content="noindex" />
      <Picture
        image="gap"
        ratio={[2, 1]}
        alt="架上排著 01 到 08 號的八瓶保養品，09 號的位置是空的"
        sizes="(min-width: 56.25rem) 42rem, 100vw"
        priority
        className="h-auto w-full rounded-3"
      />
      <div className="grid justify-items-start gap-4">
        <h1 className="text-h2">{headings.notFound}</h1>
        <p lang="en" className="text-ink-2">
          {NOT_FOUND}
        </p>
        <p className="measure">{NO_NINTH}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton
            to="/"
            aria-haspopup={hydrated ? 'dialog' : undefined}
            onClick={(event) => {
              event.preventDefault();
              setLeaving(true);
            }}
          >
            回到首頁
          </LinkButton>
          <LinkButton to="/product" look="line">
            看看系列商品
          </LinkButton>
        </div>
      </div>
      <Dialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={headings.leaveToHome}
        actions={
          <>
            <Button look="line" onClick={() => setLeaving(false)}>
              留在這一頁
            </Button>
            <LinkButton to="/">返回首頁</LinkButton>
          </>
        }
      >
        <p>{LEAVE_TO_HOME}</p>
      </Dialog>
    </div>
  );
}
