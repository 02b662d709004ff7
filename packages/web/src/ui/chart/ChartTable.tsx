import type { DrawnChart } from './ChartDrawing.tsx'
import { axisText } from './chart-data.ts'
import { markHiddenColumns } from '../table/mark-hidden-columns.ts'
import classes from './Chart.module.css'

/** The values of a chart. */
export function ChartTable({ title, x, y, points, series, formatValue, formatPoint }: DrawnChart) {
  return (
    // A scrolling region must be reachable with the keyboard.
    <div ref={markHiddenColumns} className={classes.scroll} tabIndex={0}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{axisText(x)}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" data-align="end">
                {axisText({ label: name, unit: y.unit })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            // Points have no id, only their index.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <th scope="row">{formatPoint(point)}</th>
              {series.map(({ name, values }) => {
                const value = values[index] ?? null
                return (
                  <td key={name} data-align="end">
                    {value === null ? '' : formatValue(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
