import { REVIEW_IMAGES_LIMIT } from '@nordhaut/contracts';
import { type DragEvent, useId, useState } from 'react';

const TYPES = 'image/png,image/jpeg,image/heic,.heic';
const isImage = ({ type, name }: File): boolean => /^image\/(png|jpeg|heic)$/.test(type) || /\.heic$/i.test(name);

type Props = { files: readonly File[]; kept: number; onFiles: (files: readonly File[]) => void; onDropKept: () => void };

/** Images by drag and drop or by the file dialog: png, jpeg or heic. The server decides by their content. */
export function ImagePicker({ files, kept, onFiles, onDropKept }: Props) {
  const id = useId();
  const [error, setError] = useState('');
  function add(chosen: readonly File[]): void {
    const images = chosen.filter(isImage);
    const all = [...files, ...images].slice(0, Math.max(0, REVIEW_IMAGES_LIMIT - kept));
    setError(
      images.length < chosen.length
        ? '只接受 PNG、JPEG 或 HEIC 圖片'
        : all.length < files.length + images.length
          ? `最多 ${REVIEW_IMAGES_LIMIT} 張圖片`
          : '',
    );
    onFiles(all);
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    add([...event.dataTransfer.files]);
  };
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className="grid min-h-24 cursor-pointer place-items-center rounded-2 border border-dashed border-line-strong p-4 text-center text-sm text-ink-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        <span>
          <span className="pointer-coarse:hidden">把圖片拖到這裡，或</span>
          <span className="link">選擇檔案</span>
          <br />
          PNG、JPEG 或 HEIC，最多 {REVIEW_IMAGES_LIMIT} 張，每張 10 MB 以內
        </span>
        <input
          id={id}
          type="file"
          multiple
          accept={TYPES}
          className="sr-only"
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </label>
      <p role="status" className={`mt-1 text-sm ${error ? 'text-danger' : 'text-ink-2'}`}>
        {error}
      </p>
      {kept > 0 && (
        <button type="button" className="link min-h-11 text-sm" onClick={onDropKept}>
          移除先前上傳的 {kept} 張圖片
        </button>
      )}
      <ul className="text-sm">
        {files.map((file) => (
          <li key={`${file.name}${file.lastModified}${file.size}`} className="flex items-center justify-between gap-3">
            <Preview file={file} />
            <span className="min-w-0 flex-1 truncate">{file.name}</span>
            <button type="button" className="link min-h-11 shrink-0 px-2" onClick={() => onFiles(files.filter((other) => other !== file))}>
              移除<span className="sr-only">{file.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The chosen image. Browsers that cannot draw HEIC show an empty square. */
function Preview({ file }: { file: File }) {
  const [src] = useState(() => URL.createObjectURL(file));
  const [drawable, setDrawable] = useState(true);
  const free = (): void => URL.revokeObjectURL(src);
  const hide = (): void => {
    free();
    setDrawable(false);
  };
  return (
    <span className="my-1 size-14 shrink-0 overflow-clip rounded-2 bg-sunken">
      {drawable && <img src={src} alt="" onLoad={free} onError={hide} className="size-full object-cover" />}
    </span>
  );
}
