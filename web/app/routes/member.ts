import { redirect } from 'react-router-dom';

/** With its query: LINE and Facebook lead back here with what the page says next. */
export const loader = ({ request }: { request: Request }) => redirect(`/member/order${new URL(request.url).search}`);
export const clientLoader = loader;
