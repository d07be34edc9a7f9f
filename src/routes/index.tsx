import { createFileRoute } from '@tanstack/react-router';
import { RequestScreen } from '../features/request/RequestScreen.tsx';

export const Route = createFileRoute('/')({ component: RequestScreen });
