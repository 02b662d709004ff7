import type { PackageOrder } from './package-order.ts'
import { pythonDictionary } from './schema-types.ts'
import type { PackedFile } from './tar-file.ts'
import { wheelFiles } from './wheel.ts'

/** The files of the wheel that computes an engine with the JavaScript engine it finds. */
export function pythonPackage(order: PackageOrder): PackedFile[] {
  const { names, sheet, cases, parity, licence } = order
  const folder = names.python
  return wheelFiles(names, readme(order), [
    { path: `${folder}/__init__.py`, content: initialiser(names.title) },
    { path: `${folder}/types.py`, content: typesOf(order) },
    { path: `${folder}/tests.py`, content: tests(folder) },
    { path: `${folder}/py.typed`, content: '' },
    { path: `${folder}/engine.cjs`, content: sheet.script },
    { path: `${folder}/serve.cjs`, content: serve },
    { path: `${folder}/cases.json`, content: JSON.stringify(cases) },
    { path: `${folder}/parity.json`, content: JSON.stringify(parity, null, 2) },
    { path: `${folder}/LICENSE`, content: licence },
  ])
}

function typesOf({ inputs, outputs }: PackageOrder): string {
  return `"""What the engine takes and gives."""

from typing import Any, Dict, List, TypedDict, Union

${pythonDictionary('Inputs', inputs, 'inputs')}
# An error of Excel is its text, as "#N/A", and the errors of the result say where it arose.
${pythonDictionary('Outputs', outputs, 'outputs')}`
}

/** One JSON text per line in both directions. */
const serve = `'use strict'
const sheet = require('./engine.cjs')
const lines = require('node:readline').createInterface({ input: process.stdin, crlfDelay: Infinity })
const answer = ({ kind, records, options }) =>
  kind === 'metadata' ? sheet.metadata : sheet.calculateAll(records, options)
lines.on('line', (line) => {
  let told
  try {
    told = { value: answer(JSON.parse(line)) }
  } catch (error) {
    told = { failure: String((error && error.message) || error) }
  }
  process.stdout.write(JSON.stringify(told) + '\\n')
})
`

function initialiser(title: string): string {
  return `${JSON.stringify(title)}

import atexit
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Optional

from .types import Inputs, Outputs

__all__ = ["CalculationError", "Inputs", "NoJavaScriptEngine", "Outputs", "calculate", "calculate_all", "metadata"]

_FOLDER = Path(__file__).resolve().parent


class NoJavaScriptEngine(RuntimeError):
    """There is nothing on this machine that could compute the engine."""


class CalculationError(ValueError):
    """The inputs were refused, or the calculation was stopped. \`errors\` says why, by input."""

    def __init__(self, status: str, errors: List[Dict[str, Any]]) -> None:
        super().__init__(" ".join(f"{e['key']}: {e['message']}" if e["key"] else e["message"] for e in errors))
        self.status = status
        self.errors = errors


def _node() -> str:
    named = os.environ.get("SHEETWRIGHT_NODE")
    found = shutil.which(named) if named else shutil.which("node") or shutil.which("nodejs")
    if found:
        return found
    raise NoJavaScriptEngine(
        f"SHEETWRIGHT_NODE names {named!r}, which cannot be started."
        if named
        else "This package computes with Node.js 20 or later, and none was found. "
        "Install it, or set SHEETWRIGHT_NODE to its path."
    )


class _Process:
    """Node with the engine, kept for the next calculation."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional["subprocess.Popen[str]"] = None
        self._owner = 0

    def ask(self, question: Mapping[str, Any]) -> Any:
        line = json.dumps(question, allow_nan=False) + "\\n"
        with self._lock:
            process = self._running()
            assert process.stdin is not None and process.stdout is not None
            try:
                process.stdin.write(line)
                process.stdin.flush()
                answer = process.stdout.readline()
            except BrokenPipeError:
                answer = ""
            if not answer:
                process.kill()
                self._process = None
                raise RuntimeError("Node ended before it had computed. Is it version 20 or later?")
        told = json.loads(answer)
        if "failure" in told:
            raise RuntimeError(told["failure"])
        return told["value"]

    def _running(self) -> "subprocess.Popen[str]":
        # A process that was forked must not share the pipe of its parent.
        if self._process is None or self._process.poll() is not None or self._owner != os.getpid():
            self._owner = os.getpid()
            self._process = subprocess.Popen(
                [_node(), str(_FOLDER / "serve.cjs")],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
        return self._process

    def close(self) -> None:
        process = self._process
        if process is None or self._owner != os.getpid():
            return
        self._process = None
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        process.wait()
        process.stdout.close()


_process = _Process()
atexit.register(_process.close)


def calculate_all(records: Iterable[Mapping[str, Any]], **options: Any) -> List[Dict[str, Any]]:
    """Computes many records. A record that fails says so in its "status"; the others are computed.

    Options: now, seed, validate, subservice, outputs.
    """
    question = {"kind": "calculate", "records": list(records), "options": options}
    results: List[Dict[str, Any]] = _process.ask(question)
    return results


def calculate(inputs: Optional[Mapping[str, Any]] = None, **options: Any) -> Dict[str, Any]:
    """Computes one record: {"status", "outputs", "warnings", "errors"}. What is left out has the value of the workbook."""
    result = calculate_all([inputs if inputs is not None else {}], **options)[0]
    if result["status"] != "success":
        raise CalculationError(result["status"], result["errors"])
    return result


def metadata() -> Dict[str, Any]:
    """Describes inputs and outputs."""
    described: Dict[str, Any] = _process.ask({"kind": "metadata"})
    return described
`
}

function tests(folder: string): string {
  return `"""Holds the package against what the server computed: python -m ${folder}.tests"""

import json
import unittest
from pathlib import Path

import ${folder} as engine

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


class Cases(unittest.TestCase):
    def test_gives_what_the_server_gave(self) -> None:
        records = [case["inputs"] for case in CASES["cases"]]
        for case, result in zip(CASES["cases"], engine.calculate_all(records, **CASES["options"])):
            with self.subTest(case["name"]):
                for key in ("status", "outputs", "errors"):
                    self.assertEqual(json.dumps(result[key]), json.dumps(case[key]))


if __name__ == "__main__":
    unittest.main()
`
}

function readme({ names, engine, cases, madeAt, parity }: PackageOrder): string {
  const [first] = cases.cases
  return `# ${names.title}

${engine.releaseNote || 'An engine compiled from its workbook.'} It computes on its own: no network, no server. It needs Node.js 20 or later on the machine and finds it by itself; \`SHEETWRIGHT_NODE\` names another one. It gives the same results as the server, bit for bit.

\`\`\`sh
pip install ./${names.python}-${names.version}-py3-none-any.whl
\`\`\`

\`\`\`python
import json
from ${names.python} import calculate, calculate_all, metadata

result = calculate(json.loads(${JSON.stringify(JSON.stringify(first?.inputs ?? {}))}))
print(result["outputs"])
\`\`\`

- \`calculate(inputs)\` raises \`CalculationError\` with \`errors\` by input when the workbook refuses the inputs.
- \`calculate_all(records)\` gives one result for each record; one that fails does so alone.
- \`now=\` and \`seed=\` make results that depend on the clock or on chance repeatable.

\`python -m ${names.python}.tests\` computes ${cases.cases.length} cases and holds them against what the server computed when the package was made (${madeAt}).
\`parity.json\` is the proof of the version against the values that Excel saved (${parity.verdict}).

The engine belongs to whoever made the workbook. The runtime in it is licensed under the Apache License 2.0.
`
}
