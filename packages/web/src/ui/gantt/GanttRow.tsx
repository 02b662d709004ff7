import { Tooltip } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent } from 'react'
import type { BarChange, DragPart } from './gantt-drag.ts'
import { ganttDefaults, ganttRowHeight, type GanttScale, xOf } from './gantt-scale.ts'
import type { GanttBar } from './gantt-task.ts'
import classes from './Gantt.module.css'

export interface GanttRowProps {
  readonly bar: GanttBar
  /** The position while it is dragged. */
  readonly change: BarChange | undefined
  readonly scale: GanttScale
  readonly labelWidth: number
  /** Whether the tab key reaches it; the arrow keys go to the others. */
  readonly isActive: boolean
  readonly isGrabbed: boolean
  readonly describe: (bar: Pick<GanttBar, 'task' | 'invalid' | 'start' | 'end' | 'progress'>) => string
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, part: DragPart) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: () => void
}

const shortcuts =
  'Shift+ArrowLeft Shift+ArrowRight Control+ArrowLeft Control+ArrowRight Control+Shift+ArrowLeft Control+Shift+ArrowRight + -'

/** One task: its name and progress, which stay in view, and its bar with the handles. New handlers do not render it again. */
export const GanttRow = memo(
  function GanttRow({ bar, change, scale, ...props }: GanttRowProps) {
    const { task, invalid } = bar
    const { start, end, progress } = change ?? bar
    const left = xOf(scale, start)
    const width = xOf(scale, end) - left
    const changeable = !invalid && task.locked !== true
    const popup = typeof task.popup_text === 'function' ? task.popup_text(bar) : task.popup_text
    const follow = {
      onPointerMove: props.onPointerMove,
      onPointerUp: props.onPointerUp,
      onPointerCancel: props.onPointerCancel,
    }
    const handle = (part: DragPart) => ({
      className: classes.handle,
      'data-part': part,
      'aria-hidden': true,
      onPointerDown: (event: PointerEvent<HTMLElement>) => props.onPointerDown(event, part),
      ...follow,
    })
    return (
      <div className={classes.row} style={{ top: bar.row * ganttRowHeight, height: ganttRowHeight }}>
        <div className={classes.label} style={{ width: props.labelWidth }}>
          {task.on_label_click === undefined ? (
            <span>{task.name}</span>
          ) : (
            <button type="button" tabIndex={-1} title={task.name} onClick={() => task.on_label_click?.(bar)}>
              {task.name}
            </button>
          )}
        </div>
        <div className={classes.track}>
          <Tooltip label={popup} multiline disabled={popup === undefined || props.isGrabbed} events={popupEvents}>
            <button
              type="button"
              aria-haspopup={task.on_open_menu === undefined ? undefined : 'menu'}
              aria-label={props.describe({ ...bar, start, end, progress })}
              aria-keyshortcuts={changeable ? shortcuts : undefined}
              tabIndex={props.isActive ? 0 : -1}
              className={[classes.bar, task.custom_class].filter(Boolean).join(' ')}
              data-bar={bar.id}
              data-invalid={invalid || undefined}
              data-changeable={changeable || undefined}
              data-grabbed={props.isGrabbed || undefined}
              style={{ left, width, height: ganttDefaults.barHeight, top: ganttDefaults.padding / 2 }}
              onFocus={props.onFocus}
              onKeyDown={props.onKeyDown}
              onContextMenu={props.onContextMenu}
              onPointerDown={(event) => props.onPointerDown(event, 'move')}
              {...follow}
            >
              {task.customBar?.(bar) ??
                (!invalid && <span className={classes.progress} style={{ width: `${progress}%` }} />)}
              {!invalid && (
                <span className={classes.room}>
                  <span className={classes.value} style={{ left: props.labelWidth, paddingLeft: task.barLabelPadding }}>
                    {progress}%
                  </span>
                </span>
              )}
              {changeable && (
                <>
                  <span {...handle('start')} />
                  <span {...handle('end')} />
                  <span {...handle('progress')} style={{ left: `${progress}%` }} />
                </>
              )}
            </button>
          </Tooltip>
        </div>
      </div>
    )
  },
  (before, after) =>
    before.bar === after.bar &&
    before.scale === after.scale &&
    sameChange(before.change, after.change) &&
    before.isActive === after.isActive &&
    before.describe === after.describe &&
    // The dragged bar needs the current handlers.
    !after.isGrabbed &&
    !before.isGrabbed,
)

const popupEvents = { hover: true, focus: true, touch: false }

function sameChange(a: BarChange | undefined, b: BarChange | undefined): boolean {
  return a?.start === b?.start && a?.end === b?.end && a?.progress === b?.progress
}
