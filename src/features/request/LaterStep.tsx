import type { WizardStep } from '../../domain/draft-keys.ts';
import { DeliveryStep, type DeliveryStepProps } from './DeliveryStep.tsx';
import { PackageStep } from './PackageStep.tsx';
import { SummaryStep, type SummaryStepProps } from './SummaryStep.tsx';

type LaterStepProps = DeliveryStepProps & SummaryStepProps & { step: Exclude<WizardStep, 'locations'> };

/** The steps after the first one. Their code is not part of the page's own files. */
export function LaterStep({ step, ...props }: LaterStepProps) {
  switch (step) {
    case 'package':
      return <PackageStep {...props} />;
    case 'delivery':
      return <DeliveryStep {...props} />;
    case 'summery':
      return <SummaryStep {...props} />;
  }
}

export { TemplateList } from './TemplateList.tsx';
