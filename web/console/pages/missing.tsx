import { Link } from 'react-router-dom';
import { Title } from '../lib/ui.tsx';

export function Missing() {
  return (
    <>
      <Title>找不到這一頁</Title>
      <Link to="/" className="link">
        回到訂單列表
      </Link>
    </>
  );
}
