interface FilterChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [id: string, label: string])[];
}

/** One choice of a form that narrows a list. */
export function FilterChoice({ label, name, value, options }: FilterChoiceProps) {
  const id = `choice-${name}`;
  return (
    <div className="max-w-full">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="h-11 max-w-full rounded-md border border-border-strong bg-field px-3 text-[0.9375rem]"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
