import { lazy, Suspense } from 'react';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';

const AddCardForm = lazy(() => import('./AddCardForm.tsx').then((file) => ({ default: file.AddCardForm })));

/** The provider's script is only fetched once somebody wants to save a card. */
export function AddCard({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <ResponsiveModal isOpen={isOpen} title="Add Payment Method" onClose={onClose}>
      <Suspense fallback={<p role="status">Loading...</p>}>
        <AddCardForm onClose={onClose} />
      </Suspense>
    </ResponsiveModal>
  );
}
