import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../features/auth/AuthPage.tsx';

export const Route = createFileRoute('/auth/register')({ component: RegisterPage });
