export function NotFoundPage() {
  return (
    <p>
      Sorry, we couldn't find the page you're looking for. It might have been moved, deleted, or never
      existed.
    </p>
  );
}
