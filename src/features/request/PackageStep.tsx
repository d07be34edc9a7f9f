import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ParcelInputs } from '../../components/ParcelInputs.tsx';
import { CATEGORIES, CATEGORY_KEYS, isCategory } from '../../domain/category.ts';
import type { DraftFields } from '../../domain/draft.ts';
import { validatePackage } from '../../domain/draft-rules.ts';
import { parseCategory, withCategory } from '../../domain/instruction-lines.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ActionBar, BackButton, NextButton } from './ActionBar.tsx';
import { useEstimate } from './use-estimate.ts';

type PackageStepProps = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  onBack: () => void;
  onContinue: () => void;
};

const CATEGORY_CHOICES = [
  { value: '', label: 'Choose a category (optional)' },
  ...CATEGORY_KEYS.map((key) => ({ value: key, label: CATEGORIES[key] })),
];

export function PackageStep({ fields, change, onBack, onContinue }: PackageStepProps) {
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const presets = useApp(({ config }) => config.presets);
  const estimate = useEstimate(fields);
  const errors = validatePackage(fields);

  function submitStep() {
    setHasSubmitted(true);
    if (Object.keys(errors).length === 0) onContinue();
  }

  return (
    <>
      <div className="stack gap-6">
        <NativeSelect
          label="Category"
          data={CATEGORY_CHOICES}
          value={parseCategory(fields.instructions) ?? ''}
          rightSection={<Icon name="down" size={18} />}
          onChange={({ currentTarget: { value } }) =>
            change({ instructions: withCategory(fields.instructions, isCategory(value) ? value : undefined) })
          }
        />
        <ParcelInputs
          presets={presets}
          fields={fields}
          errors={errors}
          showErrors={hasSubmitted}
          switchLabelClass="font-bold"
          rows={4}
          onChange={change}
        />
      </div>
      <ActionBar estimate={estimate} back={<BackButton onClick={onBack} />}>
        <NextButton onClick={submitStep}>Continue</NextButton>
      </ActionBar>
    </>
  );
}
