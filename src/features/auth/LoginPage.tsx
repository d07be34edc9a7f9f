import { AuthPage } from './AuthPage.tsx';

export function LoginPage() {
  return <AuthPage mode="login" title="Login" subtitle="Login to your account and start ordering" />;
}
