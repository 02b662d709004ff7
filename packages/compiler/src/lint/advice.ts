import type { LintCode } from './lint-workbook.ts'

/** What a finding means, and how to fix it. */
export interface LintAdvice {
  readonly title: string
  readonly advice: string
}

export type LintLanguage = 'en' | 'ja'

/** The texts of each kind of finding. Command line, API and pages show the same ones. */
export const lintAdvice: Readonly<Record<LintCode, Readonly<Record<LintLanguage, LintAdvice>>>> = {
  HARD_CODED_NUMBER: {
    en: {
      title: 'Number inside a formula',
      advice: 'Put the number into a cell of its own with a label, and refer to that cell.',
    },
    ja: {
      title: '数式に直接書かれた数値',
      advice: '数値を見出し付きの専用セルに置き、数式からそのセルを参照してください。',
    },
  },
  PATTERN_BROKEN: {
    en: {
      title: 'Formula differs from its neighbours',
      advice: 'Compare it with the formula beside it. Fill that one over the cell, or note why this cell differs.',
    },
    ja: {
      title: '周囲と異なる数式',
      advice: '隣の数式と比べてください。隣の数式をコピーするか、異なる理由をメモに残してください。',
    },
  },
  CONSTANT_AMONG_FORMULAS: {
    en: {
      title: 'Number typed over a formula',
      advice: 'Restore the formula of the neighbours, or move the value into a cell that is marked as an assumption.',
    },
    ja: {
      title: '数式の上書き入力',
      advice: '周囲と同じ数式に戻すか、値を前提条件のセルに移してください。',
    },
  },
  INPUT_UNUSED: {
    en: {
      title: 'Input that nothing reads',
      advice: 'Remove the input, or refer to its cell: callers give a value that changes nothing.',
    },
    ja: {
      title: '使われていない入力',
      advice: '入力を削除するか、数式から参照してください。値を渡しても結果は変わりません。',
    },
  },
  OUTPUT_WITHOUT_INPUT: {
    en: {
      title: 'Output that depends on no input',
      advice: 'Check whether the output lies on the right cell: every call gets the same value.',
    },
    ja: {
      title: '入力に依存しない出力',
      advice: '出力のセルが正しいか確認してください。どの呼び出しでも同じ値になります。',
    },
  },
  VOLATILE_FUNCTION: {
    en: {
      title: 'Volatile function',
      advice: 'Take the date or the random number as an input, and use INDEX instead of OFFSET and INDIRECT.',
    },
    ja: {
      title: '揮発性関数',
      advice: '日付や乱数は入力として受け取り、OFFSET や INDIRECT の代わりに INDEX を使ってください。',
    },
  },
  EXTERNAL_LINK: {
    en: {
      title: 'Link to another workbook',
      advice: 'Copy the values into this workbook: the other file is not there when the engine runs.',
    },
    ja: {
      title: '他のブックへのリンク',
      advice: '値をこのブックにコピーしてください。エンジンの実行時に他のファイルは存在しません。',
    },
  },
  ERROR_SAVED: {
    en: {
      title: 'Error saved in a cell',
      advice: 'Repair the formula, or handle the case with IF or IFERROR where the error is expected.',
    },
    ja: {
      title: 'エラー値のまま保存されたセル',
      advice: '数式を修正するか、想定内のエラーであれば IF や IFERROR で処理してください。',
    },
  },
  NUMBER_AS_TEXT: {
    en: {
      title: 'Number stored as text',
      advice: 'Convert the cell to a number: sums skip it and comparisons with numbers fail.',
    },
    ja: {
      title: '文字列として保存された数値',
      advice: '数値に変換してください。合計から除かれ、数値との比較も一致しません。',
    },
  },
  HIDDEN_SHEET_FEEDS: {
    en: {
      title: 'Hidden sheet that other sheets read',
      advice: 'Show the sheet, or name it in the documentation, so that reviewers find where the values come from.',
    },
    ja: {
      title: '他のシートから参照される非表示シート',
      advice: 'シートを再表示するか資料に明記し、値の出所を確認できるようにしてください。',
    },
  },
  WHOLE_COLUMN: {
    en: {
      title: 'Reference to a whole row or column',
      advice: 'Refer to the cells in use or to a table: notes below the data would be computed with it.',
    },
    ja: {
      title: '行または列全体への参照',
      advice: '使用中の範囲またはテーブルを参照してください。データの下のメモまで計算に含まれます。',
    },
  },
}
