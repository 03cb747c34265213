export { BriefPage } from './components/brief-page';
export { WizardPage } from './components/wizard-page';
