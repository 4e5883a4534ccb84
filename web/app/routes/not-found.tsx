import { data } from 'react-router-dom';

/** Any other path is a real 404; the root's boundary shows it. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
