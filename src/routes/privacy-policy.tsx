import { createFileRoute } from '@tanstack/react-router';
import { PrivacyScreen } from '../features/legal/LegalPage.tsx';

export const Route = createFileRoute('/privacy-policy')({ component: PrivacyScreen });
