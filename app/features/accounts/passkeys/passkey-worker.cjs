// Runs in a thread of its own, from its text: checks what passkeys and their browsers say. Its library brings parsers of
// certificates, which take a third of a second and 27 MB to load.
const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
const load = process.getBuiltinModule('node:module').createRequire(workerData.server);

const { verifyAuthenticationResponse, verifyRegistrationResponse } = load(workerData.server);
const { decodeAttestationObject, decodeClientDataJSON, isoBase64URL, isoCBOR } = load(
  workerData.helpers,
);

/** Pages of other sites must not use our passkeys in a frame, even if the browser says so truthfully. */
function refuseFrames({ clientDataJSON }) {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) {
    throw new Error('it was used in a frame of another site');
  }
}

/**
 * Without what the authenticator says about its maker: no one asked for it, and checking it would follow addresses in
 * certificates that anyone can write.
 */
function withoutAttestation(response) {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get(
    'authData',
  );
  if (!(authData instanceof Uint8Array)) throw new Error('it has no data of an authenticator');
  const kept = new Map([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return { ...response, attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(kept)) };
}

const CHECKS = {
  async made(options) {
    const { response } = options;
    refuseFrames(response.response);
    const own = { ...response, response: withoutAttestation(response.response) };
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...options,
      response: own,
    });
    if (!verified) throw new Error('it is not verified');
    const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo;
    return {
      id: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  },

  async signed(options) {
    refuseFrames(options.response.response);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(options);
    if (!verified) throw new Error('its signature is wrong');
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
    return {
      counter: newCounter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  },
};

parentPort.on('message', async ({ id, question: { kind, options } }) => {
  try {
    parentPort.postMessage({ id, answer: await CHECKS[kind](options) });
  } catch (error) {
    parentPort.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
