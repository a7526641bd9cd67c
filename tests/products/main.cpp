// Two products of rocm-bindgen in one program: FIRST and SECOND are functions of their objects.
void FIRST();
void SECOND();

int main() {
  FIRST();
  SECOND();
}
