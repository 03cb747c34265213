/** What is wrong with a group of choices; a field of text says so itself. It can take the focus. */
export function FieldProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p data-problem="" tabIndex={-1} className="mt-1.5 rounded-sm text-sm text-danger">
      {children}
    </p>
  );
}
