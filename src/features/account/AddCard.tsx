import { lazyComponent } from '../../ui/lazy-component.ts';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';

const AddCardForm = lazyComponent(() => import('./AddCardForm.tsx').then((file) => file.AddCardForm), {
  fallback: <p role="status">Loading...</p>,
  showsFailure: true,
});

/** The form is a lazy component, so that the provider's script loads only when someone adds a card. */
export function AddCard({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <ResponsiveModal isOpen={isOpen} title="Add Payment Method" onClose={onClose}>
      <AddCardForm onClose={onClose} />
    </ResponsiveModal>
  );
}
