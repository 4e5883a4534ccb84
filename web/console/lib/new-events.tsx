/** Newer events wait behind this button. It covers the page's lower edge, so that it moves nothing when it appears. */
export function NewEvents({ count, show }: { count: number; show: () => void }) {
  return (
    <output className="fixed inset-x-0 bottom-4 z-10 flex justify-center empty:hidden">
      {count > 0 && (
        <button type="button" className="btn" onClick={show}>
          有 {count} 筆新事件
        </button>
      )}
    </output>
  );
}
