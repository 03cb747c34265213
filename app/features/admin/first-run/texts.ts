export const SETUP_TEXTS = {
  codeMissing: 'Please enter the code that the server printed',
  codeWrong:
    'This is not the code. The server prints a new one at each start: look for its newest line.',
  testFailed: 'The test itself did not work. Please try again.',
};
