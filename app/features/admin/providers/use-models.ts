import { useState } from 'react';

/** The models to offer, with what an admin set for each; the first one is the default. */
export function useModels<Row extends { id: string }>(initial: () => readonly Row[]) {
  const [rows, setRows] = useState(initial);
  return {
    rows,
    /** Adds it unless it is there. */
    add(row: Row) {
      setRows((before) => (before.some(({ id }) => id === row.id) ? before : [...before, row]));
    },
    change(id: string, part: Partial<Row>) {
      setRows((before) => before.map((row) => (row.id === id ? { ...row, ...part } : row)));
    },
    /** Props of the picker. */
    picker: {
      chosen: rows.map(({ id }) => id),
      onRemove: (id: string) => setRows((before) => before.filter((row) => row.id !== id)),
      onMakeDefault: (id: string) =>
        setRows((before) => before.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))),
    },
  };
}
