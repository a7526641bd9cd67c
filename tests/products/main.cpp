// Two products of rocm-bindgen in one program: FIRST and SECOND are functions in the objects of the two products.
void FIRST();
void SECOND();

int main() {
  FIRST();
  SECOND();
}
