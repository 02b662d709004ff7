import { SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { compareRevisions } from '@sheetwright/contract/engines/revision.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { formatMinute } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { measures } from '../../../ui/theme.ts'
import { useNow } from '../../../ui/use-now.ts'
import {
  endOf,
  runningStretches,
  shareOf,
  startOf,
  type Stretch,
  stretchesOf,
  ticksOf,
  type TimeWindow,
  wholeWindow,
  windowAround,
} from '../timeline.ts'
import { versionStateLooks } from '../version-states.ts'
import { TimelineFindings } from './TimelineFindings.tsx'
import classes from './VersionTimeline.module.css'

export interface VersionTimelineProps {
  readonly versions: readonly EngineVersion[]
  /** What Enter and a click on the bar of a version do. */
  readonly onOpen?: (version: EngineVersion) => void
}

const zooms = [
  { value: 'all', label: 'Timeline.all', days: undefined },
  { value: 'years', label: 'Timeline.years', days: 3 * 365 },
  { value: 'year', label: 'Timeline.year', days: 365 },
] as const satisfies readonly { value: string; label: MessageId; days: number | undefined }[]

const lane = measures.denseRowHeight
const axis = 36
/** Width of the label of a tick. */
const tickWidth = 56
const labels = 84
const bar = { inset: 5, radius: 4 } as const

/** When each version is in effect, which one runs, and where there are gaps or overlaps. */
export function VersionTimeline({ versions, onOpen }: VersionTimelineProps) {
  const text = useText()
  const now = useNow().getTime()
  const [zoom, setZoom] = useState<(typeof zooms)[number]['value']>('all')
  const shown = versions
    .filter(({ state }) => state !== 'Archived')
    .toSorted((a, b) => compareRevisions(b.revision, a.revision))
  const days = zooms.find(({ value }) => value === zoom)?.days
  const window = days === undefined ? wholeWindow(shown, now) : windowAround(now, days)
  const stretches = stretchesOf(shown)
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <TimelineFindings stretches={stretches} now={now} />
        <SegmentedControl
          size="xs"
          aria-label={text('Timeline.zoom')}
          data={zooms.map(({ value, label }) => ({ value, label: text(label) }))}
          value={zoom}
          onChange={(value) => setZoom(zooms.find((one) => one.value === value)?.value ?? 'all')}
        />
      </div>
      <Drawing versions={shown} stretches={stretches} window={window} now={now} onOpen={onOpen} />
    </div>
  )
}

interface DrawingProps {
  readonly versions: readonly EngineVersion[]
  readonly stretches: readonly Stretch[]
  readonly window: TimeWindow
  readonly now: number
  readonly onOpen: ((version: EngineVersion) => void) | undefined
}

function Drawing({ versions, stretches, window, now, onOpen }: DrawingProps) {
  const text = useText()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const drawing = useRef<SVGSVGElement>(null)
  const [focused, setFocused] = useState(0)
  const room = Math.max(width - labels, 0)
  const height = axis + lane * (versions.length + 1)
  const x = (moment: number) => labels + Math.min(Math.max(shareOf(moment, window), 0), 1) * room
  const runs = runningStretches(stretches)
  const today = shareOf(now, window)
  const ticks = ticksOf(window, Math.max(Math.floor(room / 90), 2)).filter(({ at }) => x(at) + tickWidth < width)

  function walk(event: KeyboardEvent<SVGGElement>) {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const marks = [...(drawing.current?.querySelectorAll<SVGGElement>('[data-mark]') ?? [])]
    const target = marks[Math.min(Math.max(focused + step, 0), marks.length - 1)]
    target?.focus()
  }

  return (
    <div ref={ref}>
      {width > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <svg ref={drawing} role="group" aria-label={text('Timeline.label')} width={width} height={height}>
          <defs>
            <pattern id="timeline-gap" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width={6} height={6} className={classes.gapGround} />
              <line y2={6} className={classes.gapLine} />
            </pattern>
          </defs>
          {ticks.map(({ at, label }) => (
            <g key={at} aria-hidden="true">
              <line x1={x(at)} x2={x(at)} y1={axis} y2={height} className={classes.tick} />
              <text x={x(at) + 4} y={axis - 9} className={classes.tickLabel}>
                {label}
              </text>
            </g>
          ))}
          <text x={0} y={axis + lane / 2} className={classes.laneLabel} data-strong aria-hidden="true">
            {text('Timeline.runs')}
          </text>
          {runs.map((stretch, index) => (
            <Run
              key={stretch.from}
              stretch={stretch}
              x={x(stretch.from)}
              width={x(stretch.to) - x(stretch.from)}
              tabIndex={focused === index ? 0 : -1}
              onFocus={() => setFocused(index)}
              onKeyDown={walk}
            />
          ))}
          {versions.map((version, index) => (
            <VersionBar
              key={version.id}
              version={version}
              y={axis + lane * (index + 1)}
              x={x(startOf(version))}
              width={x(endOf(version)) - x(startOf(version))}
              overlaps={overlapsOf(version, stretches).map(({ from, to }) => ({ x: x(from), width: x(to) - x(from) }))}
              tabIndex={focused === runs.length + index ? 0 : -1}
              onFocus={() => setFocused(runs.length + index)}
              onKeyDown={walk}
              onOpen={onOpen}
            />
          ))}
          {today >= 0 && today <= 1 && (
            <g aria-hidden="true">
              <line x1={x(now)} x2={x(now)} y1={0} y2={height} className={classes.now} />
              <text x={x(now) + 4} y={11} className={classes.nowLabel}>
                {text('Timeline.now')}
              </text>
            </g>
          )}
        </svg>
      )}
    </div>
  )
}

/** Where an active version is in effect but a later one runs. */
function overlapsOf(version: EngineVersion, stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches.filter(({ others }) => others.some(({ id }) => id === version.id))
}

interface MarkProps {
  readonly x: number
  readonly width: number
  readonly tabIndex: number
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent<SVGGElement>) => void
}

function Run({ stretch, x, width, ...focus }: MarkProps & { stretch: Stretch }) {
  const text = useText()
  const dates = { from: formatMinute(new Date(stretch.from)), to: formatMinute(new Date(stretch.to)) }
  const label =
    stretch.running === undefined
      ? text('Timeline.gap', dates)
      : text('Timeline.run', { ...dates, revision: stretch.running.revision })
  if (width <= 0) return null
  const y = axis
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <g role="img" aria-label={label} className={classes.mark} data-mark {...focus}>
      <title>{label}</title>
      <rect
        x={x}
        y={y + bar.inset - 2}
        width={Math.max(width - 1, 1)}
        height={lane - 2 * bar.inset + 4}
        rx={bar.radius}
        className={stretch.running === undefined ? classes.gap : classes.run}
      />
      {width > 44 && stretch.running !== undefined && (
        <text x={x + 6} y={y + lane / 2} className={classes.runLabel}>
          {stretch.running.revision}
        </text>
      )}
    </g>
  )
}

interface VersionBarProps extends MarkProps {
  readonly version: EngineVersion
  readonly y: number
  readonly overlaps: readonly { readonly x: number; readonly width: number }[]
  readonly onOpen: ((version: EngineVersion) => void) | undefined
}

function VersionBar({ version, x, y, width, overlaps, onOpen, onKeyDown, ...focus }: VersionBarProps) {
  const text = useText()
  const label = text('Timeline.version', {
    revision: version.revision,
    state: text(versionStateLooks[version.state].label),
    from: formatMinute(new Date(version.effectiveStartDate)),
    to: formatMinute(new Date(version.effectiveEndDate)),
  })
  const box = { y: y + bar.inset, height: lane - 2 * bar.inset }

  function press(event: KeyboardEvent<SVGGElement>) {
    if (event.key !== 'Enter' && event.key !== ' ') return onKeyDown(event)
    event.preventDefault()
    onOpen?.(version)
  }

  return (
    <g
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="button"
      aria-label={label}
      className={classes.mark}
      data-mark
      data-openable={onOpen !== undefined || undefined}
      onClick={() => onOpen?.(version)}
      onKeyDown={press}
      {...focus}
    >
      <title>{label}</title>
      <text x={0} y={y + lane / 2} className={classes.laneLabel}>
        {version.revision}
      </text>
      {width > 0 && (
        <rect
          x={x}
          width={Math.max(width, 2)}
          {...box}
          rx={bar.radius}
          className={classes.version}
          data-state={version.state}
        />
      )}
      {overlaps.map((overlap) => (
        <rect
          key={overlap.x}
          x={overlap.x}
          width={Math.max(overlap.width, 1)}
          {...box}
          rx={bar.radius}
          className={classes.overlap}
        />
      ))}
    </g>
  )
}
