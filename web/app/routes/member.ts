import { redirect } from 'react-router-dom';

export const loader = () => redirect('/member/order');
export const clientLoader = loader;
