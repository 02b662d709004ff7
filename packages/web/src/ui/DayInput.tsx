import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../platform/messages/use-text.ts'
import { isDay, padded } from './day.ts'
import classes from './DayInput.module.css'

interface DayInputProps extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  /** A day as YYYY-MM-DD, or empty. */
  readonly value?: string
  /** Called with the typed text. A form sends it as it is: the server refuses an invalid day instead of ignoring it. */
  readonly onChange?: (day: string) => void
  /** For filters: an invalid day counts as empty. */
  readonly wholeDaysOnly?: boolean
  /** For inputs of an engine, which takes days in all forms that Excel takes, and alone says what is none. */
  readonly inAnyForm?: boolean
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A day in the same format in every language: typed, or chosen from the browser's calendar. */
export function DayInput(props: DayInputProps) {
  const {
    value = '',
    onChange,
    wholeDaysOnly = false,
    inAnyForm = false,
    min,
    max,
    error,
    onBlur,
    rightSection,
    ...rest
  } = props
  const text = useText()
  const calendar = useRef<HTMLInputElement>(null)
  // The typed text, until it is passed on.
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const shown = typed ?? value
  const isWrong = !inAnyForm && left && shown !== '' && !isDay(shown)

  function change(next: string) {
    setLeft(false)
    const passedOn = !wholeDaysOnly || isDay(next) ? next : ''
    setTyped(passedOn === next ? undefined : next)
    if (passedOn !== value) onChange?.(passedOn)
  }

  return (
    <TextInput
      {...rest}
      value={shown}
      placeholder="YYYY-MM-DD"
      inputMode="numeric"
      autoComplete="off"
      error={isWrong ? text('Field.day') : error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        if (isDay(padded(shown))) change(padded(shown))
        setLeft(true)
        onBlur?.(event)
      }}
      {...(rightSection === undefined ? {} : { rightSectionWidth: 'calc(var(--sw-control) * 2)' })}
      rightSection={
        <span className={classes.calendar}>
          {rightSection}
          <ActionIcon
            size="sm"
            aria-label={text('Field.chooseDay')}
            disabled={rest.disabled ?? false}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar />
          </ActionIcon>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            className={classes.hidden}
            value={isDay(value) ? value : ''}
            min={min}
            max={max}
            onChange={(event) => change(event.currentTarget.value)}
          />
        </span>
      }
    />
  )
}
