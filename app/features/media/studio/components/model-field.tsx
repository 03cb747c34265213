import { useId } from 'react';

import { SELECT } from '../../images/components/brand-field';
import { FieldProblem } from './field-problem';

interface ModelFieldProps {
  models: readonly { id: string; label: string }[];
  chosen: string;
  problem?: string | undefined;
  onChange: (id: string) => void;
}

/** Nothing where there is no choice. */
export function ModelField({ models, chosen, problem, onChange }: ModelFieldProps) {
  const id = useId();
  if (models.length < 2) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Model
      </label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => onChange(event.target.value)}
        className={SELECT}
      >
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {model.label}
          </option>
        ))}
      </select>
      <FieldProblem>{problem}</FieldProblem>
    </div>
  );
}
