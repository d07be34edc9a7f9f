import { NativeSelect, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { NOTE_MAX_LENGTH, WEIGHT_MAX, WEIGHT_MIN } from '../../contract/constants.ts';
import { STANDARD_SIZE, WEIGHT_PRESETS } from '../../contract/rules.ts';
import { CATEGORIES, CATEGORY_KEYS, isCategory } from '../../domain/category.ts';
import type { DraftFields } from '../../domain/draft.ts';
import { validatePackage } from '../../domain/draft-rules.ts';
import { formatSides, formatVolume, formatWeight } from '../../domain/format.ts';
import { parseCategory, withCategory } from '../../domain/instruction-lines.ts';
import { parcelNotices } from '../../domain/parcel.ts';
import { Icon } from '../../ui/Icon.tsx';
import { RadioTiles } from '../../ui/RadioTiles.tsx';
import { ActionBar, BackButton, NextButton } from './ActionBar.tsx';
import { BoxPicture } from './BoxPicture.tsx';
import { CustomSize } from './CustomSize.tsx';
import { CustomWeight } from './CustomWeight.tsx';
import classes from './PackageStep.module.css';

type PackageStepProps = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  onBack: () => void;
  onContinue: () => void;
};

const CATEGORY_CHOICES = [
  { value: '', label: 'No category' },
  ...CATEGORY_KEYS.map((key) => ({ value: key, label: CATEGORIES[key] })),
];

export function PackageStep({ fields, change, onBack, onContinue }: PackageStepProps) {
  const [hasTried, setHasTried] = useState(false);
  const errors = validatePackage(fields);
  const notices = parcelNotices(fields);

  function submitStep() {
    setHasTried(true);
    if (Object.keys(errors).length === 0) onContinue();
  }

  return (
    <>
      <div className={classes.stack}>
        <NativeSelect
          label="Category"
          data={CATEGORY_CHOICES}
          value={parseCategory(fields.instructions) ?? ''}
          rightSection={<Icon name="down" size={18} />}
          onChange={({ currentTarget: { value } }) =>
            change({ instructions: withCategory(fields.instructions, isCategory(value) ? value : undefined) })
          }
        />
        <RadioTiles
          legend="Size"
          columns={2}
          tiles={[
            {
              key: 'standard',
              title: 'Standard',
              detail: `${formatSides(STANDARD_SIZE)}, ${formatVolume(STANDARD_SIZE.volume)}`,
              picture: <BoxPicture />,
            },
            { key: 'custom', title: 'Custom', detail: 'Your own measures', picture: <BoxPicture isCustom /> },
          ]}
          value={fields.size}
          error={hasTried ? errors.size : undefined}
          onPick={(size) => change({ size })}
        >
          {fields.size === 'custom' && <CustomSize fields={fields} errors={errors} change={change} />}
        </RadioTiles>
        <RadioTiles
          legend="Weight"
          columns={3}
          tiles={[
            ...WEIGHT_PRESETS.map(({ key, label, weight }) => ({
              key,
              title: label,
              detail: formatWeight(weight),
            })),
            { key: 'custom' as const, title: 'Custom', detail: `${WEIGHT_MIN} to ${WEIGHT_MAX} kg` },
          ]}
          value={fields.weight}
          error={hasTried ? errors.weight : undefined}
          onPick={(weight) => change({ weight })}
        >
          {fields.weight === 'custom' && (
            <CustomWeight
              value={fields.customWeight}
              error={errors.customWeight}
              onChange={(customWeight) => change({ customWeight })}
            />
          )}
          {notices.map((notice) => (
            <p key={notice} className={classes.notice} role="status">
              <Icon name="info" size={18} />
              {notice}
            </p>
          ))}
        </RadioTiles>
        <Switch
          classNames={{ label: classes.switchLabel ?? '' }}
          label="Fragile"
          description="Needs careful handling."
          checked={fields.isFragile}
          onChange={({ currentTarget: { checked } }) => change({ isFragile: checked })}
        />
        <Textarea
          label={
            <>
              Special Instructions <span className={classes.optional}>optional</span>
            </>
          }
          rows={4}
          maxLength={NOTE_MAX_LENGTH}
          value={fields.instructions}
          onChange={({ currentTarget: { value } }) => change({ instructions: value })}
        />
      </div>
      <ActionBar>
        <BackButton onClick={onBack} />
        <NextButton onClick={submitStep}>Continue</NextButton>
      </ActionBar>
    </>
  );
}
