import { data } from 'react-router-dom';

/** All other paths are a 404; the root's error boundary shows the page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
