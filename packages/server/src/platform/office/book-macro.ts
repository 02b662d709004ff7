/**
 * The part that runs inside LibreOffice: a macro of the profile (not of any document) that takes requests, one after
 * the other, works on the one workbook of its process and writes responses. Requests and responses are files in the
 * folder of the process; a byte on a pipe announces each, and the end of the pipe ends LibreOffice: no process outlives
 * its server.
 *
 * Formulas of documents can call functions of the profile's macros, but no procedures, so there are only procedures.
 */
export const macroName = 'macro:///Sheetwright.Books.Serve'
export const macroLibrary = 'Sheetwright'
export const macroModule = 'Books'

/** First number of a request. */
export const requests = { open: 1, compute: 2, formulas: 3, sources: 4, save: 5 } as const

/** How a value is written into a cell. */
export const puts = { blank: 0, number: 1, text: 2, yes: 3, no: 4, emptyText: 5, asSaved: 6 } as const

/** One letter per cell, in the response. */
export const kinds = { blank: 'e', number: 'n', text: 's', yes: 't', no: 'f', error: 'x' } as const

/** The macro's error when a cell does not accept its value. */
export const refusedPut = 70

/** Maximum values of a list from a formula; a longer one is refused. */
const longestList = 20_000

export const macroText = `
Option Explicit
Private book As Object
Private isOpen As Boolean
Private sheets() As Object
Private savedKinds() As Integer
Private savedValues() As Variant
Private formulas() As Object
Private wide() As Object
Private texts() As String
Private farRow As Long
Private farCol As Long
Private parser As Object

Sub Serve
  Dim folder As String, pipe As Object, files As Object, source As Object, target As Object
  Dim bytes(), done(0) As Integer
  On Error Goto Failed
  folder = "file://" & Environ("SHEETWRIGHT_FOLDER")
  files = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  pipe = createUnoService("com.sun.star.connection.Connector").connect("pipe,name=" & Environ("SHEETWRIGHT_PIPE"))
  done(0) = 1
  pipe.write(done())
  Do While pipe.read(bytes(), 1) = 1
    source = createUnoService("com.sun.star.io.DataInputStream")
    source.setInputStream(files.openFileRead(folder & "/request"))
    target = createUnoService("com.sun.star.io.DataOutputStream")
    target.setOutputStream(files.openFileWrite(folder & "/answer"))
    Select Case source.readShort()
      Case ${requests.open}
        OpenBook(source, target)
      Case ${requests.compute}
        Compute(source, target)
      Case ${requests.formulas}
        TellFormulas(source, target)
      Case ${requests.sources}
        FindSources(source, target)
      Case ${requests.save}
        SaveBook(source, target)
    End Select
    source.closeInput()
    target.closeOutput()
    pipe.write(done())
  Loop
  StarDesktop.terminate()
  Exit Sub
Failed:
  Dim failure As String
  failure = Err & " " & Error$ & " in line " & Erl
  On Error Goto Silent
  target = createUnoService("com.sun.star.io.DataOutputStream")
  target.setOutputStream(files.openFileWrite(folder & "/failure"))
  target.writeUTF(failure)
  target.closeOutput()
Silent:
  StarDesktop.terminate()
End Sub

Private Sub OpenBook(source As Object, target As Object)
  Dim given(3) As New com.sun.star.beans.PropertyValue
  Dim address As String, count As Long, i As Long
  If isOpen Then book.close(True)
  isOpen = False
  address = source.readUTF()
  given(0).Name = "Hidden" : given(0).Value = True
  given(1).Name = "MacroExecutionMode" : given(1).Value = com.sun.star.document.MacroExecMode.NEVER_EXECUTE
  given(2).Name = "UpdateDocMode" : given(2).Value = com.sun.star.document.UpdateDocMode.NO_UPDATE
  given(3).Name = "FilterName" : given(3).Value = source.readUTF()
  book = StarDesktop.loadComponentFromURL(address, "_blank", 0, given())
  isOpen = True
  ReDim savedKinds(0) As Integer
  ReDim savedValues(0) As Variant
  book.enableAutomaticCalculation(False)
  count = source.readLong()
  ReDim sheets(count) As Object
  For i = 1 To count
    sheets(i - 1) = book.Sheets.getByName(source.readUTF())
    If sheets(i - 1).isProtected() Then Unprotect(sheets(i - 1))
  Next i
  TakeFormulas(source)
  target.writeLong(1)
End Sub

Private Sub SaveBook(source As Object, target As Object)
  Dim given(0) As New com.sun.star.beans.PropertyValue
  given(0).Name = "FilterName" : given(0).Value = "Calc MS Excel 2007 XML"
  book.storeToURL(source.readUTF(), given())
  target.writeLong(1)
End Sub

' Where a password is set the sheet stays as it is, and putting a value where none may be put fails.
Private Sub Unprotect(sheet As Object)
  On Error Goto Protected
  sheet.unprotect("")
Protected:
End Sub

' Formulas that stand in no cell are put far below and to the right of everything, where no reference to a row or a
' column reaches. Of one that gives a list, its size is computed first.
Private Sub TakeFormulas(source As Object)
  Dim count As Long, i As Long, sheet As Object, cursor As Object
  count = source.readLong()
  ReDim formulas(count) As Object
  ReDim wide(count) As Object
  ReDim texts(count) As String
  If count = 0 Then Exit Sub
  parser = book.createInstance("com.sun.star.sheet.FormulaParser")
  parser.OpCodeMap = createUnoService("com.sun.star.sheet.FormulaOpCodeMapper").getAvailableMappings( _
    com.sun.star.sheet.FormulaLanguage.XL_ENGLISH, com.sun.star.sheet.FormulaMapGroup.ALL_EXCEPT_SPECIAL)
  parser.FormulaConvention = com.sun.star.sheet.AddressConvention.XL_A1
  parser.CompileEnglish = True
  farRow = 0
  farCol = 0
  For i = 0 To UBound(sheets) - 1
    cursor = sheets(i).createCursor()
    cursor.gotoEndOfUsedArea(False)
    If cursor.RangeAddress.EndRow > farRow Then farRow = cursor.RangeAddress.EndRow
    If cursor.RangeAddress.EndColumn > farCol Then farCol = cursor.RangeAddress.EndColumn
  Next i
  farRow = farRow + 1000
  farCol = farCol + 20
  For i = 0 To count - 1
    sheet = sheets(source.readLong())
    texts(i) = source.readUTF()
    formulas(i) = sheet.getCellByPosition(farCol, farRow + i)
    wide(i) = sheet.getCellByPosition(farCol + 1, farRow + i)
    If source.readShort() = 1 Then
      formulas(i).setTokens(parser.parseFormula("ROWS(" & texts(i) & ")", formulas(i).CellAddress))
      wide(i).setTokens(parser.parseFormula("COLUMNS(" & texts(i) & ")", wide(i).CellAddress))
    Else
      formulas(i).setTokens(parser.parseFormula(texts(i), formulas(i).CellAddress))
    End If
  Next i
  farRow = farRow + count + 10
End Sub

Private Sub Compute(source As Object, target As Object)
  Dim count As Long, i As Long, sheet As Object, row As Long, col As Long, bottom As Long, last As Long
  count = source.readLong()
  For i = 1 To count
    sheet = sheets(source.readLong())
    row = source.readLong()
    col = source.readLong()
    Place(sheet.getCellByPosition(col, row), source)
  Next i
  If source.readShort() = 1 Then
    book.calculateAll()
  Else
    book.calculate()
  End If
  count = source.readLong()
  For i = 1 To count
    sheet = sheets(source.readLong())
    row = source.readLong()
    col = source.readLong()
    bottom = source.readLong()
    last = source.readLong()
    Give(sheet, sheet.getCellRangeByPosition(col, row, last, bottom), target)
  Next i
  count = source.readLong()
  For i = 1 To count
    row = source.readLong()
    Give(formulas(row).Spreadsheet, formulas(row), target)
  Next i
  count = source.readLong()
  For i = 1 To count
    GiveList(source.readLong(), target)
  Next i
End Sub

' What a cell holds before anything is put into it is kept under its number, to be put back later.
Private Sub Place(cell As Object, source As Object)
  Dim number As Long, kind As Integer, value As Double, text As String
  number = source.readLong()
  If source.readShort() = 1 Then Remember(cell, number)
  kind = source.readShort()
  If kind = ${puts.number} Then value = source.readDouble()
  If kind = ${puts.text} Then text = source.readUTF()
  If kind = ${puts.asSaved} Then
    kind = savedKinds(number)
    If kind = ${puts.number} Then value = savedValues(number)
    If kind = ${puts.text} Then text = savedValues(number)
    If kind = ${puts.asSaved} Then cell.setTokens(savedValues(number))
  End If
  Select Case kind
    Case ${puts.blank}
      cell.clearContents(1 + 2 + 4 + 16)
      If Not (cell.Type = com.sun.star.table.CellContentType.EMPTY) Then Refuse()
    Case ${puts.number}
      cell.setValue(value)
      If Not (cell.Type = com.sun.star.table.CellContentType.VALUE) Or cell.getValue() <> value Then Refuse()
    Case ${puts.text}
      cell.setString(text)
      If Not (cell.Type = com.sun.star.table.CellContentType.TEXT) Then Refuse()
    Case ${puts.yes}
      cell.setFormula("=TRUE()")
      If Not (cell.Type = com.sun.star.table.CellContentType.FORMULA) Then Refuse()
    Case ${puts.no}
      cell.setFormula("=FALSE()")
      If Not (cell.Type = com.sun.star.table.CellContentType.FORMULA) Then Refuse()
    Case ${puts.emptyText}
      cell.setFormula("=""""")
      If Not (cell.Type = com.sun.star.table.CellContentType.FORMULA) Then Refuse()
  End Select
End Sub

Private Sub Refuse
  Error ${refusedPut}
End Sub

Private Sub Remember(cell As Object, number As Long)
  If number > UBound(savedKinds) Then
    ReDim Preserve savedKinds(2 * number) As Integer
    ReDim Preserve savedValues(2 * number) As Variant
  End If
  Select Case cell.Type
    Case com.sun.star.table.CellContentType.VALUE
      savedKinds(number) = ${puts.number}
      savedValues(number) = cell.getValue()
    Case com.sun.star.table.CellContentType.TEXT
      savedKinds(number) = ${puts.text}
      savedValues(number) = cell.getString()
    Case com.sun.star.table.CellContentType.FORMULA
      savedKinds(number) = ${puts.asSaved}
      savedValues(number) = cell.getTokens()
    Case Else
      savedKinds(number) = ${puts.blank}
  End Select
End Sub

' Row by row: a letter for each cell, then what belongs to it.
Private Sub Give(sheet As Object, range As Object, target As Object)
  Dim rows, cells, i As Long, j As Long, letters As String, value, address, cell As Object, code As Long
  address = range.RangeAddress
  rows = range.getDataArray()
  For i = 0 To UBound(rows)
    cells = rows(i)
    letters = ""
    For j = 0 To UBound(cells)
      value = cells(j)
      Select Case VarType(value)
        Case 5
          If value = 0 Or value = 1 Then
            cell = sheet.getCellByPosition(address.StartColumn + j, address.StartRow + i)
            If (book.NumberFormats.getByKey(cell.NumberFormat).Type And 1024) = 0 Then
              letters = letters & "${kinds.number}"
            ElseIf value = 1 Then
              letters = letters & "${kinds.yes}"
            Else
              letters = letters & "${kinds.no}"
            End If
          Else
            letters = letters & "${kinds.number}"
          End If
        Case 8
          If Len(value) > 0 Then
            letters = letters & "${kinds.text}"
          Else
            cell = sheet.getCellByPosition(address.StartColumn + j, address.StartRow + i)
            If cell.Type = com.sun.star.table.CellContentType.EMPTY Then
              letters = letters & "${kinds.blank}"
            Else
              letters = letters & "${kinds.text}"
            End If
          End If
        Case Else
          letters = letters & "${kinds.error}"
      End Select
    Next j
    target.writeUTF(letters)
    For j = 0 To UBound(cells)
      Select Case Mid(letters, j + 1, 1)
        Case "${kinds.number}"
          target.writeDouble(cells(j))
        Case "${kinds.text}"
          target.writeUTF(cells(j))
        Case "${kinds.error}"
          code = sheet.getCellByPosition(address.StartColumn + j, address.StartRow + i).getError()
          target.writeLong(code)
      End Select
    Next j
  Next i
End Sub

' How many rows and columns, then the cells; an error in place of the rows where the formula gives no list.
Private Sub GiveList(index As Long, target As Object)
  Dim rows As Long, columns As Long, sheet As Object, area As Object
  If formulas(index).getError() <> 0 Or wide(index).getError() <> 0 Then
    target.writeLong(-formulas(index).getError())
    Exit Sub
  End If
  rows = formulas(index).getValue()
  columns = wide(index).getValue()
  If rows * columns > ${longestList} Then
    target.writeLong(-1)
    Exit Sub
  End If
  target.writeLong(rows)
  target.writeLong(columns)
  sheet = formulas(index).Spreadsheet
  area = sheet.getCellRangeByPosition(farCol, farRow, farCol + columns - 1, farRow + rows - 1)
  area.setArrayTokens(parser.parseFormula(texts(index), area.getCellByPosition(0, 0).CellAddress))
  book.calculate()
  Give(sheet, area, target)
  area.clearContents(1 + 2 + 4 + 16)
End Sub

' As LibreOffice understood them: functions that it does not know are in small letters.
Private Sub TellFormulas(source As Object, target As Object)
  Dim count As Long, i As Long, sheet As Object, row As Long, col As Long, name As String, names As Object
  count = source.readLong()
  For i = 1 To count
    sheet = sheets(source.readLong())
    row = source.readLong()
    col = source.readLong()
    target.writeUTF(sheet.getCellByPosition(col, row).getFormula())
  Next i
  count = source.readLong()
  For i = 1 To count
    row = source.readLong()
    name = source.readUTF()
    If row < 0 Then
      names = book.NamedRanges
    Else
      names = sheets(row).NamedRanges
    End If
    If names.hasByName(name) Then
      target.writeUTF(names.getByName(name).getContent())
    Else
      target.writeUTF("")
    End If
  Next i
End Sub

' The cell where an error arose: the last one on the way back through cells that show the same error.
Private Sub FindSources(source As Object, target As Object)
  Dim count As Long, i As Long, row As Long, col As Long, code As Long
  Dim sheet As Object, cell As Object, before As Object, seen As String
  count = source.readLong()
  For i = 1 To count
    sheet = sheets(source.readLong())
    row = source.readLong()
    col = source.readLong()
    cell = sheet.getCellByPosition(col, row)
    code = cell.getError()
    seen = "|"
    Do
      seen = seen & cell.AbsoluteName & "|"
      FindEarlier(cell, code, seen, before)
      If IsNull(before) Then Exit Do
      cell = before
    Loop
    target.writeUTF(cell.Spreadsheet.Name)
    target.writeLong(cell.CellAddress.Row)
    target.writeLong(cell.CellAddress.Column)
  Next i
End Sub

Private Sub FindEarlier(cell As Object, code As Long, seen As String, before As Object)
  Dim failed As Object, cells As Object, one As Object
  Set before = Nothing
  failed = cell.queryPrecedents(False).queryFormulaCells(com.sun.star.sheet.FormulaResult.ERROR)
  cells = failed.Cells.createEnumeration()
  Do While cells.hasMoreElements()
    one = cells.nextElement()
    If one.getError() = code And InStr(seen, "|" & one.AbsoluteName & "|") = 0 Then
      before = one
      Exit Sub
    End If
  Loop
End Sub
`
