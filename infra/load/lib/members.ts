import { members } from './settings.ts';
import { post, wanted } from './shop.ts';

/** Signs a seeded member in (`npm run seed -- --members N`). @throws JourneyFailed */
export async function signIn(): Promise<void> {
  const account = `member${1 + Math.floor(Math.random() * members)}@seed.example`;
  wanted('sign-in', await post('/api/login', { name: '/api/login', body: { account, password: 'abc123' } }));
}
