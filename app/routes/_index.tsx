export default function Index() {
  return <h1>Brandwright</h1>;
}
