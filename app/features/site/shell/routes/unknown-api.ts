/** Every address below /api that is none: a script wants an answer, not the way to the sign-in page. */
function missing(): Response {
  return Response.json({ error: 'There is no such address.' }, { status: 404 });
}

export const loader = missing;
export const action = missing;
