import { redirect } from 'react-router-dom';

export const loader = () => redirect('/help/cs-landing', 301);
