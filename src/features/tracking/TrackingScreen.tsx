export function TrackingScreen({ guid }: { guid: string | undefined }) {
  return <h1>Package Tracking {guid}</h1>;
}
