import { createFileRoute } from '@tanstack/react-router';
import { PrivacyScreen } from '../features/legal/PrivacyScreen.tsx';

export const Route = createFileRoute('/privacy-policy')({ component: PrivacyScreen });
