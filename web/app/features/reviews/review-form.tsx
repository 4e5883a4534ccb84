import {
  AGE_GROUPS,
  type AgeGroup,
  contentMessages,
  type Gender,
  GENDERS,
  type OwnReviewAnswer,
  REVIEW_BODY_LIMIT,
  REVIEW_IMAGES_LIMIT,
  REVIEW_SKIN_TYPES,
  REVIEW_TITLE_LIMIT,
  type ReviewListAnswer,
  reviewFault,
  type ReviewSent,
  type ReviewSkinType,
} from '@nordhaut/contracts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { output } from 'zod/mini';
import { call } from '../../lib/api.ts';
import { onTyped } from '../../lib/typed-texts.ts';
import { withFields } from '../../lib/with-fields.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea, TextInput } from '../../ui/text-input.tsx';
import { type Draft, EMPTY, keepDraft, readDraft, rememberDraft, withFormer } from './draft.ts';
import { ImagePicker } from './image-picker.tsx';
import { AGE_LABELS, GENDER_LABELS, headings, SKIN_LABELS } from './messages.ts';
import { StarsField } from './stars-field.tsx';
import { uploadImages } from './upload.ts';

type Own = output<typeof OwnReviewAnswer>;
const own = withFields<Own>('review', 'fileNames', 'asks');
const sent = withFields<output<typeof ReviewSent>>('review', 'message');

type Props = {
  product: ReviewListAnswer['product'];
  /** the form answers a click, so it takes the focus */
  asked: boolean;
  onClose: () => void;
  onSignIn: () => void;
};
const tooManyImages = (kept: number): string => `最多 ${REVIEW_IMAGES_LIMIT} 張圖片，包含先前上傳的 ${kept} 張`;
type Fault = { field: 'stars' | 'title' | 'content' | 'form'; message: string };

/** The member's review as it is; a review that is sent replaces it, so it must be known before. */
const readOwn = (productId: number, signal?: AbortSignal) => call(own, `/api/content/reviews/own?productId=${productId}`, { signal });

/** undefined: the member has not reviewed the product */
function formerOf({ review, firstNameOnly }: Own): Draft | undefined {
  if (!review) return undefined;
  const { stars, title, content, skinType, gender, ageGroup } = review;
  return { stars, title, content, skinType: skinType ?? '', gender: gender ?? '', ageGroup: ageGroup ?? '', firstNameOnly };
}

/** A member's review (spec/1-catalogue-and-content §5). A second one replaces the first, so the form begins with it. */
export function ReviewForm({ product, asked, onClose, onSignIn }: Props) {
  const { productId, nameZh } = product;
  const [draft, setDraft] = useState<Draft>(() => readDraft(productId) ?? EMPTY);
  const [asks, setAsks] = useState({ gender: false, age: false });
  /** undefined: the former review is not known yet */
  const [kept, setKept] = useState<readonly string[]>();
  const reading = useRef<ReturnType<typeof readOwn>>(undefined);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const set = (changes: Partial<Draft>): void => setDraft((now) => ({ ...now, ...changes }));

  useEffect(() => {
    if (asked) form.current?.querySelector('input')?.focus();
  }, [asked]);
  useEffect(
    () =>
      onTyped((change) => {
        if (change === 'ended' && draft !== EMPTY) rememberDraft(productId, draft);
      }),
    [productId, draft],
  );
  useEffect(() => {
    const leaving = new AbortController();
    reading.current = readOwn(productId, leaving.signal);
    void reading.current.then((result) => {
      if (!result.ok) return;
      setAsks(result.data.asks);
      setKept(result.data.fileNames);
      const former = formerOf(result.data);
      if (former && !readDraft(productId)) setDraft((now) => withFormer(now, former));
    });
    return () => leaving.abort();
  }, [productId]);

  function show(found: Fault): void {
    setFault(found);
    form.current?.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = reviewFault(draft);
    if (found) return show(found);
    setFault(undefined);
    setBusy(true);
    const result = await sendOver(await knownReview());
    setBusy(false);
    if (result.ok) {
      keepDraft(productId, undefined);
      toast(contentMessages.reviewSent, 'ok');
      void revalidate();
      return onClose();
    }
    if (result.status === 401) {
      keepDraft(productId, draft);
      return onSignIn();
    }
    show({ field: 'form', message: result.message });
  }

  async function knownReview(): ReturnType<typeof readOwn> {
    const known = await reading.current;
    return known?.ok ? known : (reading.current = readOwn(productId));
  }

  async function sendOver(known: Awaited<ReturnType<typeof readOwn>>) {
    if (!known.ok) return known;
    const former = kept === undefined ? formerOf(known.data) : undefined;
    const pictures = kept ?? known.data.fileNames;
    if (pictures.length + files.length > REVIEW_IMAGES_LIMIT)
      return { ok: false as const, status: 0, message: tooManyImages(pictures.length) };
    const uploaded = files.length > 0 ? await uploadImages(files) : { ok: true as const, fileNames: [] };
    if (!uploaded.ok) return uploaded;
    const { skinType, gender, ageGroup, ...rest } = former ? withFormer(draft, former) : draft;
    const choices = { skinType: skinType || null, gender: gender || null, ageGroup: ageGroup || null };
    const images = [...pictures, ...uploaded.fileNames];
    return call(sent, '/api/content/reviews', { method: 'POST', body: { productId, ...rest, ...choices, images } });
  }

  const errorOf = (field: Fault['field']): string | undefined => (fault?.field === field ? fault.message : undefined);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void send(event)}
      aria-label={`${nameZh}：${headings.write}`}
      className="mt-8 grid max-w-2xl gap-5 rounded-3 border border-line bg-surface p-5 desk:p-8"
    >
      <StarsField value={draft.stars} onChange={(stars) => set({ stars })} error={errorOf('stars')} />
      <TextInput
        name="title"
        label="標題"
        hint={`最多 ${REVIEW_TITLE_LIMIT} 個字`}
        value={draft.title}
        error={errorOf('title')}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextArea
        name="content"
        label="內容"
        hint={`最多 ${REVIEW_BODY_LIMIT} 個字`}
        value={draft.content}
        error={errorOf('content')}
        onChange={({ target }) => set({ content: target.value })}
      />
      <div className="grid gap-5 wide:grid-cols-3">
        <Select label="膚質" value={draft.skinType} onChange={({ target }) => set({ skinType: target.value as ReviewSkinType | '' })}>
          <option value="">不填</option>
          {REVIEW_SKIN_TYPES.map((key) => (
            <option key={key} value={key}>
              {SKIN_LABELS[key]}
            </option>
          ))}
        </Select>
        {asks.gender && (
          <Select label="性別" value={draft.gender} onChange={({ target }) => set({ gender: target.value as Gender | '' })}>
            <option value="">不填</option>
            {GENDERS.map((key) => (
              <option key={key} value={key}>
                {GENDER_LABELS[key]}
              </option>
            ))}
          </Select>
        )}
        {asks.age && (
          <Select label="年齡" value={draft.ageGroup} onChange={({ target }) => set({ ageGroup: target.value as AgeGroup | '' })}>
            <option value="">不填</option>
            {AGE_GROUPS.map((key) => (
              <option key={key} value={key}>
                {AGE_LABELS[key]}
              </option>
            ))}
          </Select>
        )}
      </div>
      <ImagePicker files={files} kept={kept?.length ?? 0} onFiles={setFiles} onDropKept={() => setKept([])} />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={draft.firstNameOnly}
          onChange={({ target }) => set({ firstNameOnly: target.checked })}
          className="size-5 accent-brand"
        />
        只顯示姓氏
      </label>
      {fault?.field === 'form' && (
        <p role="alert" className="text-danger">
          {fault.message}
        </p>
      )}
      <div className="flex gap-3">
        <Button type="submit" busy={busy} busyText="送出中…">
          送出評價
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            keepDraft(productId, undefined);
            onClose();
          }}
        >
          取消
        </Button>
      </div>
    </form>
  );
}
