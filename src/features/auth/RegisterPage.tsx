import { AuthPage } from './AuthPage.tsx';

export function RegisterPage() {
  return <AuthPage mode="register" title="Register" subtitle="Create an account and start ordering" />;
}
