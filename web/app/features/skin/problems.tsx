import type { SkinTypeView } from '@nordhaut/contracts';
import { Images } from 'lucide';
import { Icon } from '../../ui/icon.tsx';
import { ContentPicture } from '../reading/content-picture.tsx';

const SQUARE = [1, 1] as const;

/** The list of problems, or the list to compare oneself with, whose second picture appears under the pointer, by touch and by key. */
export function Problems({ problems }: { problems: SkinTypeView['problems'] }) {
  if (problems.kind === 'problems')
    return (
      <ul className="grid gap-10 desk:grid-cols-3 desk:gap-8">
        {problems.list.map(({ title, text, picture }) => (
          <li key={title} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-5 desk:block">
            {picture && <ContentPicture picture={picture} ratio={SQUARE} className="size-24 rounded-3 desk:size-56" />}
            <div>
              <h3 className="text-h3 desk:mt-4">{title}</h3>
              <p className="mt-2 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="grid gap-3 wide:grid-cols-2 wide:gap-5 desk:grid-cols-4">
      {problems.list.map(({ title, picture, hover }) => (
        <li key={title}>
          {/* Without a pointer that hovers, a touch or the space bar shows the second picture, also without script. */}
          <label className="group relative grid h-full grid-cols-[6rem_minmax(0,1fr)] content-start items-center gap-4 rounded-3 border border-line bg-surface p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus wide:block wide:p-4">
            <input type="checkbox" autoComplete="off" className="sr-only" />
            <span className="relative block overflow-clip rounded-2">
              <ContentPicture picture={picture} ratio={SQUARE} className="h-auto w-full" />
              <ContentPicture
                picture={hover}
                decorative
                ratio={SQUARE}
                className="absolute inset-0 size-full object-cover opacity-0 transition-opacity group-hover:opacity-100 group-has-checked:opacity-100"
              />
              <span className="absolute end-1 bottom-1 grid size-7 place-items-center rounded-full bg-surface/90 text-ink-2">
                <Icon of={Images} size={16} />
              </span>
            </span>
            <span className="block wide:mt-4">
              {title}
              <span className="sr-only">（看第二張圖：{hover.alt}）</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
