import { speedLabel } from '../domain/parcel.ts';

/** "Standard (1-2 days)", whose days stay on one line. */
export function SpeedText({ request }: { request: Parameters<typeof speedLabel>[0] }) {
  const [name, days, rest] = speedLabel(request).split(/(\(\d+-.*\))/);
  return (
    <>
      <span>{name}</span>
      {days !== undefined && <span className="text-nowrap">{days}</span>}
      <span>{rest}</span>
    </>
  );
}
