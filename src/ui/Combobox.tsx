import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './Combobox.module.css';
import { Icon, type IconName } from './Icon.tsx';

export type ComboboxOption = {
  id: string;
  icon: IconName;
  title: string;
  detail?: string;
  /** The option runs an action that loads more options, so the list stays open after it. */
  isAction?: boolean;
  select: () => void;
};
type ComboboxGroup = { label: string; options: readonly ComboboxOption[] };

export type ComboboxProps = {
  id: string;
  value: string;
  onTextChange: (text: string) => void;
  groups: readonly ComboboxGroup[];
  /** Called when the field gains the focus and after it has lost it. */
  onActiveChange?: ((isActive: boolean) => void) | undefined;
  /** Messages below the options, for example that the search is running or found nothing. */
  notes: readonly string[];
  placeholder: string;
  isDisabled?: boolean;
  error?: string | undefined;
};

/** How long the list stays open after the field loses the focus, so that a click on an option still registers. */
export const SUGGESTION_CLICK_GUARD_MS = 100;
export const SUGGESTION_LIST_MAX_PX = 300;
/** The code of a key that an input method handles. When a composition ends, Safari reports nothing else about it. */
export const INPUT_METHOD_KEY = 229;

/** A text field with suggestions that follows the ARIA combobox pattern. Free text is always valid. */
export function Combobox(props: ComboboxProps) {
  const { id, value, groups, notes, error } = props;
  const options = groups.flatMap((group) => group.options);
  const { isOpen, active, setActive, open, close, closeAfterBlur } = useListbox(options.length, props);
  const listId = `${id}-list`;
  const errorId = `${id}-error`;
  const activeOption = options[active];
  const isShown = isOpen && (options.length > 0 || notes.length > 0);

  function pick(option: ComboboxOption) {
    option.select();
    if (!option.isAction) close();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.keyCode === INPUT_METHOD_KEY) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      open();
      if (options.length > 0) setActive(nextIndex(active, step, options.length));
    } else if (event.key === 'Enter' && isShown && activeOption) {
      event.preventDefault();
      pick(activeOption);
    } else if (event.key === 'Escape') {
      if (isShown) event.preventDefault();
      // Closing also applies while results are loading: the list must not open afterwards over other content.
      close();
    }
  }

  return (
    <div className="min-w-0">
      <input
        id={id}
        className={`w-full text-ink ${classes.input}`}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="done"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && activeOption ? `${id}-${activeOption.id}` : undefined}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        value={value}
        disabled={props.isDisabled}
        placeholder={props.placeholder}
        onChange={(event) => {
          props.onTextChange(event.currentTarget.value);
          // A browser extension can fill a field without the focus; no blur would ever close its list.
          if (event.currentTarget === document.activeElement) open();
        }}
        onFocus={open}
        onClick={open}
        onBlur={closeAfterBlur}
        onKeyDown={onKeyDown}
      />
      {error !== undefined && (
        <p id={errorId} className={`flex items-center gap-icon text-sm text-danger ${classes.error}`}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      {isShown && (
        <div className={classes.popup}>
          <div
            id={listId}
            role="listbox"
            aria-label="Suggestions"
            className={classes.list}
            style={{ maxHeight: `min(${SUGGESTION_LIST_MAX_PX}px, var(--send-list-room))` }}
          >
            {groups.map((group) => (
              <OptionGroup
                key={group.label}
                group={group}
                inputId={id}
                activeId={activeOption?.id}
                onPick={pick}
              />
            ))}
          </div>
          {notes.length > 0 && (
            <p className="stack px-3 py-2 size-15 text-muted">
              {notes.map((note) => (
                <span key={note}>{note}</span>
              ))}
            </p>
          )}
        </div>
      )}
      <span className="sr-only" role="status">
        {isShown &&
          value !== '' &&
          options.length > 0 &&
          `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`}
      </span>
    </div>
  );
}

type OptionGroupProps = {
  group: ComboboxGroup;
  inputId: string;
  activeId: string | undefined;
  onPick: (option: ComboboxOption) => void;
};

function OptionGroup({ group, inputId, activeId, onPick }: OptionGroupProps) {
  const labelId = useId();
  if (group.options.length === 0) return null;
  return (
    <fieldset className="min-w-0" aria-labelledby={labelId}>
      <p id={labelId} className={`text-sm text-muted ${classes.label}`} role="presentation">
        {group.label}
      </p>
      {group.options.map((option) => (
        <Option
          key={option.id}
          id={`${inputId}-${option.id}`}
          option={option}
          isActive={option.id === activeId}
          onPick={() => onPick(option)}
        />
      ))}
    </fieldset>
  );
}

type OptionProps = { id: string; option: ComboboxOption; isActive: boolean; onPick: () => void };

function Option({ id, option, isActive, onPick }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      type="button"
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={`plain-button items-center gap-3 w-full min-h-tap text-left ${classes.option}`}
      // The ARIA combobox pattern keeps the focus in the field, which handles all keys.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <Icon name={option.icon} />
      <span className="stack min-w-0">
        <b>{option.title}</b>
        {option.detail && <small>{option.detail}</small>}
      </span>
    </button>
  );
}

function useListbox(count: number, { onActiveChange, isDisabled }: ComboboxProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function close() {
    setIsOpen(false);
    setActive(-1);
  }
  return {
    isOpen: isOpen && !isDisabled,
    active: active < count ? active : -1,
    setActive,
    close,
    open: () => {
      clearTimeout(timer.current);
      setIsOpen(true);
      onActiveChange?.(true);
    },
    closeAfterBlur: () => {
      timer.current = setTimeout(() => {
        close();
        onActiveChange?.(false);
      }, SUGGESTION_CLICK_GUARD_MS);
    },
  };
}

/** The selection wraps around at both ends; with nothing selected, Up starts at the last option. */
function nextIndex(active: number, step: number, count: number): number {
  if (active === -1) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}
